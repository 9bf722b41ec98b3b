// How large a board is shown. made: what the map keeps of it: sheet, picture, board, zoom, isWhole.

// Edges of a counter in pixels: below the first the whole board is not what one wants to see first, below the second
// nothing on it is recognized, and above the third there is no use in more.
const LEGIBLE = 24;
const LEAST = 11;
const LARGEST = 46;

/** The first look at a board that is seen whole: it stays so where that can be read, else what matters to the player is
 *  shown, as large as that fits. */
export function begin(made) {
  const { focus, counter, width, height } = made.board;
  if (made.zoom * counter >= LEGIBLE) return;
  const [left, top, wide, high] = focus ?? [0, 0, width, height];
  const [across, down] = room(made);
  made.isWhole = false;
  made.zoom = Math.max(Math.min(across / wide, down / high, LARGEST / counter), LEAST / counter);
  size(made);
  const { clientWidth, clientHeight } = made.sheet;
  made.sheet.scrollLeft = (left + wide / 2) * made.zoom - clientWidth / 2;
  made.sheet.scrollTop = (top + high / 2) * made.zoom - clientHeight / 2;
}

/** Never wider than reckoned: what fits must not bring bars to scroll with, which would take room from it. */
function size(made) {
  made.picture.style.width = `${Math.floor(made.board.width * made.zoom)}px`;
}

/** Width and height that a sheet has for a picture, however large the one is that lies on it now. */
function room({ sheet, picture }) {
  const { scrollLeft: left, scrollTop: top } = sheet;
  const kept = picture.style.width;
  picture.style.width = "10000px";
  const found = [sheet.offsetWidth - 2 * sheet.clientLeft, sheet.offsetHeight - 2 * sheet.clientTop];
  picture.style.width = kept;
  [sheet.scrollLeft, sheet.scrollTop] = [left, top];
  return found;
}

/** factor 0: all of the board, as large as there is room for it in both directions. */
export function enlarge(made, factor) {
  const [across, down] = room(made);
  const fit = Math.min(across / made.board.width, down / made.board.height) || 1;
  const least = Math.min(10 / made.board.counter, fit);
  made.zoom = factor ? Math.min(Math.max(made.zoom * factor, least), 4) : fit;
  made.isWhole = !factor;
  size(made);
}
