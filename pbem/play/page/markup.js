// The only markup that becomes part of the page: drawings and reports that the program has written, in which all that comes
// from strangers is text. The browser takes none from anywhere else (`require-trusted-types-for` in guard.py).

const policy = window.trustedTypes?.createPolicy("pbem", { createHTML: (written) => written });

/** What the program has written, as the browser wants it. */
export const markup = (written) => policy?.createHTML(written) ?? written;
