const looked = 1000;

/** Whether a text was read from a file that holds none: spreadsheets, archives and pictures begin with characters that no text has. */
export const isBinary = (text: string): boolean =>
  text.includes('\0') || /[\u0001-\u0008\u000e-\u001f]/.test(text.slice(0, looked));
