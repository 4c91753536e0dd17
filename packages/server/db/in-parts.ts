/** Rows of one statement: both databases limit its parameters. */
export const rowsAtOnce = 500;

export const inParts = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, part) => all.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce));
