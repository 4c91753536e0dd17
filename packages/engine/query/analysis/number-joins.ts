/**
 * Numbers that people write with spaces and type without: sizes (`10 x 15 cm`), thousands (`10 000 mAh`) and the numbers under bar
 * codes (`859 4008 123456`).
 */
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

/** Whether a token is all digits, or a decimal number where `point` is given. Plain loops: every number of every item comes here. */
function isNumber(token: string | undefined, point = 0): boolean {
  if (token === undefined) return false;
  for (let at = 0; at < token.length; at++) {
    const unit = token.charCodeAt(at);
    if ((unit < 48 || unit > 57) && unit !== point) return false;
  }
  return true;
}

function isSize(token: string | undefined): boolean {
  return isNumber(token, 46);
}

/** The last token of a bar code or a number with its thousands apart that begins at `start`; `start` when there is none. */
function endOfDigits(tokens: readonly string[], start: number, limit: number): number {
  let code = tokens[start]!;
  const canHaveThousands = code.length <= 3 && code !== '0';
  let thousands = canHaveThousands ? start : -1;
  let end = start;
  for (let at = start + 1; at <= limit && isNumber(tokens[at]); at++) {
    const part = tokens[at]!;
    code += part;
    if (isBarCode(code)) end = at;
    if (thousands === at - 1 && part.length === 3) thousands = at;
  }
  return end > start ? end : Math.max(thousands, start);
}

/** The last token of the size or number that begins at `start`; `start` when it is one token. Single spaces stand before those up to `last`. */
function endOfNumber(tokens: readonly string[], start: number, last: number): number {
  const limit = Math.min(last, start + maxParts - 1);
  if (tokens[start + 1] !== 'x') return isNumber(tokens[start]) ? endOfDigits(tokens, start, limit) : start;
  let end = start;
  if (isSize(tokens[start])) while (end + 2 <= limit && tokens[end + 1] === 'x' && isSize(tokens[end + 2])) end += 2;
  return end;
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
    if (end === start) continue;
    joins.push(start, end);
    if (end < last && units.has(tokens[end + 1] ?? '')) joins.push(start, end + 1);
    while (at + 1 < spaced.length && (spaced[at + 1] ?? 0) <= end) at++;
  }
  return joins;
}
