/** Runs of letters and digits become tokens; these are the exceptions and limits. */
export const maxTokenLength = 64;
const maxJoinedParts = 6;

const separator = 1;
const letter = 2;
const digit = 3;
/** Written without spaces, so that every character is a token. */
const ideograph = 4;

const classes = new Uint8Array(65_536);
const isDigit = /^\p{Nd}$/u;
const isLetter = /^[\p{L}\p{N}\p{M}]$/u;
const isIdeograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

function classOf(unit: number): number {
  const known = classes[unit] ?? separator;
  if (known !== 0) return known;
  const character = String.fromCharCode(unit);
  const found = isDigit.test(character)
    ? digit
    : isIdeograph.test(character)
      ? ideograph
      : isLetter.test(character)
        ? letter
        : separator;
  classes[unit] = found;
  return found;
}

export interface Scan {
  readonly tokens: string[];
  /** First and last token index of every run of tokens that hyphens join, alternating. */
  readonly joins: number[];
}

/** Whether the token goes on over the character at `at`: the point of `2.5`, the comma of `2,5`, the apostrophe of `levi's`. */
function goesOn(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = classOf(text.charCodeAt(at - 1));
  if (at + 1 >= text.length) return false;
  const after = classOf(text.charCodeAt(at + 1));
  if (unit === 46 || unit === 44) return before === digit && after === digit;
  if (unit !== 39 || before !== letter || text.charCodeAt(at + 1) !== 115) return false;
  return at + 2 >= text.length || classOf(text.charCodeAt(at + 2)) === separator;
}

function tidy(token: string): string {
  const plain = token.includes(',') || token.includes("'") ? token.replaceAll(',', '.').replaceAll("'", '') : token;
  return plain.length > maxTokenLength ? plain.slice(0, maxTokenLength) : plain;
}

/** Splits a folded text into tokens. */
export function scanTokens(text: string): Scan {
  const tokens: string[] = [];
  const joins: number[] = [];
  const length = text.length;
  let joinStart = -1;
  let at = 0;
  while (at < length) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === separator) {
      at++;
      continue;
    }
    const start = at++;
    let hasExtra = false;
    if (kind !== ideograph) {
      while (at < length) {
        const next = classOf(text.charCodeAt(at));
        if (next === letter || next === digit) at++;
        else if (next === separator && goesOn(text, at)) {
          hasExtra = true;
          at++;
        } else break;
      }
    }
    const token = text.slice(start, at);
    tokens.push(hasExtra || token.length > maxTokenLength ? tidy(token) : token);
    const isJoined = text.charCodeAt(at) === 45 && at + 1 < length && classOf(text.charCodeAt(at + 1)) !== separator;
    if (isJoined && joinStart < 0) joinStart = tokens.length - 1;
    if (!isJoined && joinStart >= 0) {
      if (tokens.length - joinStart <= maxJoinedParts) joins.push(joinStart, tokens.length - 1);
      joinStart = -1;
    }
  }
  return { tokens, joins };
}
