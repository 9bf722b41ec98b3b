// Requests to the program that serves this page. The token comes with the address, once, and stays in this tab.

const KEPT = "pbem token";

/** Takes the token out of the address, so that it stands in no history. `new` where it came with the address, `kept` where
 *  this tab has one, "" where there is none. */
export function admitted() {
  const given = location.hash.slice(1);
  if (/^[\w-]{20,}$/.test(given)) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname);
    return "new";
  }
  return sessionStorage.getItem(KEPT) ? "kept" : "";
}

/** What the program answers in place of what was asked for: { code, what, mend, where } as the command line has it. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.what ?? "the program gave no answer");
    this.status = status;
    this.error = error;
  }

  /** What is wrong and how to mend it, in one line. */
  get words() {
    return [this.error.what, this.error.mend].filter(Boolean).join("; ");
  }
}

function headers(more = {}) {
  return { "X-Pbem-Token": sessionStorage.getItem(KEPT) ?? "", ...more };
}

async function answered(request) {
  let answer;
  try {
    answer = await request;
  } catch {
    throw new Refused(0, { what: "the program does not answer", mend: "start it again with: pbem play" });
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, told.error ?? {});
  return told;
}

export function get(path) {
  return answered(fetch(`/api/${path}`, { headers: headers() }));
}

/** keepalive: it is sent though the page goes meanwhile; browsers take no more than 64 KiB so. */
export function post(path, body = {}, { keepalive = false } = {}) {
  const said = { method: "POST", keepalive, headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) };
  return answered(fetch(`/api/${path}`, said));
}

/** Calls back with each event of the program, for as long as the page is open. over: called when the stream has ended. */
export async function listen(heard, over) {
  try {
    const answer = await fetch("/api/events", { headers: headers() });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.trim()) heard(JSON.parse(line));
    }
  } catch {
    // What is said below is the same whatever ended it.
  }
  over();
}
