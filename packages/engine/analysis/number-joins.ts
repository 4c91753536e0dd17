/**
 * Numbers that people write with spaces and type without: sizes (`10 x 15 cm`), thousands (`10 000 mAh`) and the numbers under bar
 * codes (`859 4008 123456`).
 */
const number = /^\d+(?:\.\d+)?$/;
const digits = /^\d+$/;
const leadingThousands = /^[1-9]\d{0,2}$/;
const thousands = /^\d{3}$/;
const units = new Set('mm cm m km in mg g kg ml cl dl l mw w kw mah ah v mb gb tb'.split(' '));
const barCodeLengths = new Set([8, 12, 13, 14]);
const maxParts = 7;

/** Whether the last digit is the check digit of an EAN, UPC or GTIN (GS1 General Specifications, 7.9). */
function isBarCode(code: string): boolean {
  if (!barCodeLengths.has(code.length)) return false;
  let sum = 0;
  for (let at = 0; at < code.length; at++) sum += Number(code.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** The last token of the longest number or size that begins at `start`, or -1. Tokens up to `last` have single spaces between them. */
function endOfNumber(tokens: readonly string[], start: number, last: number): number {
  const first = tokens[start] ?? '';
  const limit = Math.min(last, start + maxParts - 1);
  let end = start;
  if (number.test(first)) while (end + 2 <= limit && tokens[end + 1] === 'x' && number.test(tokens[end + 2] ?? '')) end += 2;
  if (end > start) return end;
  let code = first;
  for (let at = start + 1; at <= limit && digits.test(code) && digits.test(tokens[at] ?? ''); at++) {
    code += tokens[at] ?? '';
    if (isBarCode(code)) end = at;
  }
  if (end > start || !leadingThousands.test(first)) return end > start ? end : -1;
  while (end < limit && thousands.test(tokens[end + 1] ?? '')) end++;
  return end > start ? end : -1;
}

/** First and last index of every number that is also written as one token, alternating; a unit behind it makes one more. */
export function numberJoins(tokens: readonly string[], spaced: readonly number[]): number[] {
  const joins: number[] = [];
  if (tokens.length < 2) return joins;
  for (let at = 0; at < spaced.length; at++) {
    const start = spaced[at] ?? 0;
    let run = at;
    while (run + 1 < spaced.length && run - at < maxParts && spaced[run + 1] === (spaced[run] ?? 0) + 1) run++;
    const last = Math.min((spaced[run] ?? 0) + 1, tokens.length - 1);
    const end = endOfNumber(tokens, start, last);
    if (end < 0) continue;
    joins.push(start, end);
    if (end < last && units.has(tokens[end + 1] ?? '')) joins.push(start, end + 1);
    while (at + 1 < spaced.length && (spaced[at + 1] ?? 0) <= end) at++;
  }
  return joins;
}
