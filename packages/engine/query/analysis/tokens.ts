import { classAt, digit, ideograph, isWordAt, letter, separator, sign } from './character-classes.ts';
import { numberJoins } from './number-joins.ts';

/** Runs of letters and digits become tokens; these are the exceptions and limits. */
export const maxTokenLength = 64;
const maxJoinedParts = 6;
/** `a+++` is an energy class, `c++` a language. */
const maxPluses = 3;
/** Denominators that sizes and measures are written with; other numbers with a slash are two (`205/55`). */
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
  /** First and last token index of every run of tokens that are also written as one, alternating. */
  readonly joins: number[];
}

/** `count` tokens from `start` on, written as one. */
export interface JoinedToken {
  readonly token: string;
  readonly start: number;
  readonly count: number;
}

/** Whether the token goes on over the sign at `at`: the point of `2.5`, the comma of `2,5`, the apostrophe of `levi's`. */
function goesOn(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const after = at + 1;
  if (after >= text.length) return false;
  if (unit === point || unit === comma) return classAt(text, at - 1) === digit && classAt(text, after) === digit;
  if ((unit !== apostrophe && unit !== backquote) || text.charCodeAt(after) !== smallS) return false;
  return classAt(text, at - 1) === letter && !isWordAt(text, after + 1);
}

/** Where `c++`, `c#` or `a+` ends, when the single letter before `at` begins one. */
function endOfSigns(text: string, at: number): number {
  let end = at;
  if (text.charCodeAt(end) === hash) end++;
  else while (end < text.length && end - at < maxPluses && text.charCodeAt(end) === plus) end++;
  return isWordAt(text, end) ? at : end;
}

/** Where the token ends whose letters and digits end at the sign at `at`. */
function endOfName(text: string, start: number, at: number, kind: number): number {
  const unit = text.charCodeAt(at);
  if (unit === slash && kind === digit) return endOfFraction(text, start, at);
  const isShort = at === start + 1 && kind === letter;
  return isShort && (unit === plus || unit === hash) ? endOfSigns(text, at) : at;
}

/** Where `2/3` ends, when the number from `start` to `at` begins a fraction. */
function endOfFraction(text: string, start: number, at: number): number {
  if (start > 0 && text.charCodeAt(start - 1) === slash) return at;
  fraction.lastIndex = start;
  const found = fraction.exec(text);
  if (found === null || !denominators.has(found[2] ?? '') || Number(found[1]) >= Number(found[2])) return at;
  return start + found[0].length;
}

/** Whether the tokens on both sides of the sign are parts of one name: `xr-450`, `wh_1000`, `h&m`, `o'neill`. */
function isJoiner(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const joins = unit === hyphen || unit === underscore || unit === ampersand || unit === apostrophe || unit === backquote;
  return joins && isWordAt(text, at + 1);
}

/** Whether a number or an x begins: `10 000`, `10 x 15`. */
function isNumberAt(text: string, at: number): boolean {
  return at < text.length && (text.charCodeAt(at) === smallX || classAt(text, at) === digit);
}

/** Short spelling of a token: a decimal point, no apostrophe, no more than `maxTokenLength` units. */
function tidy(token: string): string {
  const plain = token.replaceAll(',', '.').replace(/['`]/g, '');
  return plain.length > maxTokenLength ? plain.slice(0, maxTokenLength).replace(/[\ud800-\udbff]$/, '') : plain;
}

function closeJoin(joins: number[], first: number, last: number): void {
  if (last - first < maxJoinedParts) joins.push(first, last);
}

/** Splits a folded text into tokens. `spans`, where given, gets the start and end of each in the text. */
export function scanTokens(text: string, spans?: number[]): Scan {
  const tokens: string[] = [];
  const joins: number[] = [];
  /** Numbers, and x between them, that one space parts from the next token. */
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

/** The tokens of a scan that are also written as one. */
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
