/** Fewer digits are always exact. */
const manyDigits = /\d{16}/;
const whole = /(?<![\w.+-])-?\d{16,}(?![\w.])/g;
const exact = (digits: string): string => (String(Number(digits)) === digits ? digits : `"${digits}"`);

/** A JSON text in which integers that no number holds, such as 1683885693914773462, are texts, so that parsing it keeps their digits. */
export function wholeNumbers(json: string): string {
  if (!manyDigits.test(json)) return json;
  let written = '';
  for (let from = 0; from < json.length;) {
    const open = json.indexOf('"', from);
    const end = open === -1 ? json.length : open;
    written += json.slice(from, end).replaceAll(whole, exact);
    const close = open === -1 ? -1 : closingQuote(json, open + 1);
    from = close === -1 ? json.length : close + 1;
    written += json.slice(end, from);
  }
  return written;
}

/** Index of the quote that ends a JSON text whose characters begin at `from`; -1 where there is none. */
export function closingQuote(json: string, from: number): number {
  for (let index = json.indexOf('"', from); index !== -1; index = json.indexOf('"', index + 1)) {
    if (backslashesBefore(json, index, from) % 2 === 0) return index;
  }
  return -1;
}

/** How many backslashes stand right before `end`, from `from` on. */
export function backslashesBefore(json: string, end: number, from: number): number {
  let start = end;
  while (start > from && json[start - 1] === '\\') start -= 1;
  return end - start;
}
