// Exact fractions: { n, d } with BigInt, d > 0, in lowest terms.

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export function fraction(n, d = 1n) {
  const [top, below] = [BigInt(n), BigInt(d)];
  const common = gcd(top, below) || 1n;
  return below < 0n ? { n: -top / common, d: -below / common } : { n: top / common, d: below / common };
}

/** `7/2`, `3` as the program writes them. */
export function parse(text) {
  const [n, d = "1"] = String(text).split("/");
  return fraction(BigInt(n), BigInt(d));
}

/** Below, at or above zero as a is less than, equal to or more than b. */
export function compare(a, b) {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function text(a) {
  return a.d === 1n ? String(a.n) : `${a.n}/${a.d}`;
}

/** `3½` where it is a matter of halves, else as `text`. */
export function points(a) {
  if (a.d !== 2n || a.n < 0n) return text(a);
  return `${a.n / 2n || ""}½`;
}

/** `16.7 %`, rounded half up. */
export function percent(a) {
  const tenths = (a.n * 2000n + a.d) / (2n * a.d);
  return `${tenths / 10n}.${tenths % 10n} %`;
}
