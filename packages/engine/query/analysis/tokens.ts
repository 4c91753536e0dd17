const separator = 1;
const sign = 2;
const ideograph = 3;
const letter = 4;
const digit = 5;

const classes = new Uint8Array(65_536);
const isDigit = /^\p{Nd}$/u;
const isLetter = /^[\p{L}\p{N}\p{M}]$/u;
const ideographs = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const ideographIn = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const picture = /^\p{Emoji_Presentation}$/u;

export const isIdeograph = (token: string): boolean => ideographs.test(token);
export const hasIdeograph = (text: string): boolean => ideographIn.test(text);
for (const character of "-_&'`.,+#/") classes[character.charCodeAt(0)] = sign;

function classOfCharacter(character: string): number {
  if (isDigit.test(character)) return digit;
  if (isIdeograph(character) || picture.test(character)) return ideograph;
  return isLetter.test(character) ? letter : separator;
}

function classOfHalf(text: string, at: number): number {
  const isSecond = at > 0 && text.charCodeAt(at) >= 0xdc00;
  const character = text.codePointAt(isSecond ? at - 1 : at) ?? 0;
  return character > 0xffff ? classOfCharacter(String.fromCodePoint(character)) : separator;
}

function classOfNew(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) return classOfHalf(text, at);
  return (classes[unit] = classOfCharacter(String.fromCharCode(unit)));
}

function classAt(text: string, at: number): number {
  return classes[text.charCodeAt(at)]! || classOfNew(text, at);
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) > sign;
}

/** Numbers written with spaces and typed without: `10 x 15 cm`, `10 000 mAh`, `859 4008 123456`. */
const units = new Set(
  'mm cm m km in mg g kg ml cl dl l mw w kw mah ah v mb gb tb мм см м км мг г кг мл л вт квт мач в мб гб тб'.split(' '),
);
const barCodeLengths = new Set([8, 12, 13, 14]);
const maxParts = 7;

/** The check digit of an EAN, UPC or GTIN (GS1 General Specifications, 7.9). */
function isBarCode(code: string): boolean {
  if (!barCodeLengths.has(code.length)) return false;
  let sum = 0;
  for (let at = 0; at < code.length; at++) sum += Number(code.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

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

function endOfNumber(tokens: readonly string[], start: number, last: number): number {
  const limit = Math.min(last, start + maxParts - 1);
  if (tokens[start + 1] !== 'x') return isNumber(tokens[start]) ? endOfDigits(tokens, start, limit) : start;
  let end = start;
  if (isSize(tokens[start])) while (end + 2 <= limit && tokens[end + 1] === 'x' && isSize(tokens[end + 2])) end += 2;
  return end;
}

function numberJoins(tokens: readonly string[], spaced: readonly number[]): number[] {
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

export const maxTokenLength = 64;
const maxJoinedParts = 6;
/** `a+++` is an energy class, `c++` a language. */
const maxPluses = 3;
const denominators = new Set(['2', '3', '4', '5', '6', '8', '16', '32', '64']);
const fraction = /(\d{1,2})\/(\d{1,2})(?![\d/]|[.,]\d)/y;

const ampersand = 38;
const apostrophe = 39;
const backquote = 96;
const comma = 44;
const hash = 35;
const hyphen = 45;
const plus = 43;
const point = 46;
const slash = 47;
const smallS = 115;
const smallX = 120;
const space = 32;
const underscore = 95;

export interface Scan {
  readonly tokens: string[];
  readonly joins: number[];
}

export interface JoinedToken {
  readonly token: string;
  readonly start: number;
  readonly count: number;
}

/** The point of `2.5`, the comma of `2,5`, the apostrophe of `levi's`. */
function goesOn(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const after = at + 1;
  if (after >= text.length) return false;
  if (unit === point || unit === comma) return classAt(text, at - 1) === digit && classAt(text, after) === digit;
  if ((unit !== apostrophe && unit !== backquote) || text.charCodeAt(after) !== smallS) return false;
  return classAt(text, at - 1) === letter && !isWordAt(text, after + 1);
}

function endOfSigns(text: string, at: number): number {
  let end = at;
  if (text.charCodeAt(end) === hash) end++;
  else while (end < text.length && end - at < maxPluses && text.charCodeAt(end) === plus) end++;
  return isWordAt(text, end) ? at : end;
}

function endOfName(text: string, start: number, at: number, kind: number): number {
  const unit = text.charCodeAt(at);
  if (unit === slash && kind === digit) return endOfFraction(text, start, at);
  const isShort = at === start + 1 && kind === letter;
  return isShort && (unit === plus || unit === hash) ? endOfSigns(text, at) : at;
}

function endOfFraction(text: string, start: number, at: number): number {
  if (start > 0 && text.charCodeAt(start - 1) === slash) return at;
  fraction.lastIndex = start;
  const found = fraction.exec(text);
  if (found === null || !denominators.has(found[2] ?? '') || Number(found[1]) >= Number(found[2])) return at;
  return start + found[0].length;
}

/** `xr-450`, `wh_1000`, `h&m`, `o'neill`. */
function isJoiner(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const joins = unit === hyphen || unit === underscore || unit === ampersand || unit === apostrophe || unit === backquote;
  return joins && isWordAt(text, at + 1);
}

function isNumberAt(text: string, at: number): boolean {
  return at < text.length && (text.charCodeAt(at) === smallX || classAt(text, at) === digit);
}

function tidy(token: string): string {
  const plain = token.replaceAll(',', '.').replace(/['`]/g, '');
  return plain.length > maxTokenLength ? plain.slice(0, maxTokenLength).replace(/[\ud800-\udbff]$/, '') : plain;
}

function closeJoin(joins: number[], first: number, last: number): void {
  if (last - first < maxJoinedParts) joins.push(first, last);
}

export function scanTokens(text: string, spans?: number[]): Scan {
  const tokens: string[] = [];
  const joins: number[] = [];
  let spaced: number[] | null = null;
  const length = text.length;
  let joinStart = -1;
  let at = 0;
  while (at < length) {
    const kind = classAt(text, at);
    if (kind <= sign) {
      at++;
      continue;
    }
    const start = at++;
    let hasSign = false;
    let next = separator;
    if (kind === ideograph) {
      if (text.codePointAt(start)! > 0xffff) at++;
    } else {
      while (at < length) {
        next = classAt(text, at);
        if (next < letter) {
          if (next !== sign || !goesOn(text, at)) break;
          hasSign = true;
        }
        at++;
      }
      if (next === sign) at = endOfName(text, start, at, kind);
    }
    const token = text.slice(start, at);
    tokens.push(hasSign || token.length > maxTokenLength ? tidy(token) : token);
    if (spans !== undefined) spans.push(start, at);
    if (at === length) {
      if (joinStart >= 0) closeJoin(joins, joinStart, tokens.length - 1);
      break;
    }
    if (text.charCodeAt(at) === space && (kind === digit || token === 'x')) {
      const goesWith = isNumberAt(text, at + 1) || (spaced !== null && spaced[spaced.length - 1] === tokens.length - 2);
      if (goesWith) (spaced ??= []).push(tokens.length - 1);
    }
    if (next === sign && isJoiner(text, at)) {
      if (joinStart < 0) joinStart = tokens.length - 1;
    } else if (joinStart >= 0) {
      closeJoin(joins, joinStart, tokens.length - 1);
      joinStart = -1;
    }
  }
  if (spaced !== null) for (const index of numberJoins(tokens, spaced)) joins.push(index);
  return { tokens, joins };
}

export function joinedTokensOf({ tokens, joins }: Scan): JoinedToken[] {
  const joined: JoinedToken[] = [];
  for (let at = 0; at < joins.length; at += 2) {
    const start = joins[at] ?? 0;
    const last = joins[at + 1] ?? 0;
    let token = '';
    for (let part = start; part <= last; part++) token += tokens[part]!;
    joined.push({ token, start, count: last - start + 1 });
  }
  return joined;
}
