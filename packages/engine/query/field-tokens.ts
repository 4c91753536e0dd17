import type { FieldValue } from '#contract/item.ts';
import type { Analyser } from './analysis/analyser.ts';
import { textOf } from './analysis/column-values.ts';
import { fold } from './analysis/folding.ts';
import { hasDigit } from './analysis/typos.ts';
import { isCodeField } from './default-relevance.ts';

const leastCodeLength = 4;
const mostCodeLength = 40;

/** A text as a code without signs and spaces; null if it is none. */
export function plainCode(text: string): string | null {
  if (text.length > mostCodeLength) return null;
  const code = fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return code.length >= leastCodeLength && hasDigit(code) ? code : null;
}

const codeFields = new Map<string, boolean>();

function isKnownCodeField(name: string): boolean {
  const known = codeFields.get(name) ?? isCodeField(name);
  codeFields.set(name, known);
  return known;
}

/** Tokens of a field as they are indexed. A code in pieces is also one token, so that it is found however it is typed. */
export function fieldTokens(analyser: Analyser, name: string, value: FieldValue): string[] {
  const tokens = analyser.indexTokens(textOf(value));
  if (!isKnownCodeField(name)) return tokens;
  for (const one of [value].flat()) {
    const code = plainCode(String(one));
    if (code !== null && !tokens.includes(code)) tokens.push(code);
  }
  return tokens;
}
