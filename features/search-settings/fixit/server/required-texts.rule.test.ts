import { expect, test } from 'vitest';
import { RE2JS } from 're2js';
import { foldCase, requiredTexts } from './required-texts.rule.ts';

test.each([
  ['^frige$', ['FRIGE']],
  ['lednice (?:bosch|siemens)', ['LEDNICE ']],
  ['\\b(bosch|siemens|lg)\\b', ['BOSCH', 'SIEMENS', 'LG']],
  ['(bosch|\\d+)', null],
  ['(?:bosch)? lednice', [' LEDNICE']],
  ['colou?r', ['COLO']],
  ['ledni(?:ce|čka)+ do \\d+', ['LEDNI']],
  ['bo{0,2}ty|sandály?', ['TY', 'SANDÁL']],
  ['bo{1,2}ty', ['BO']],
  ['[abc]{3}d', null],
  ['[[:alpha:]|]+ \\x{61}bc \\p{Greek}mm', ['BC ']],
  ['(?i:lednice)', null],
  ['\\Qa|b\\E lednice', null],
  ['lednice|', null],
  ['a.b.c', null],
])('%s needs one of %j', (pattern, texts) => {
  expect(requiredTexts(pattern)).toEqual(texts);
});

/** Pseudo-random numbers that are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('every match of a pattern contains one of its required texts', () => {
  const random = numbers(7);
  const below = (count: number) => Math.floor(random.next().value * count);
  const pick = <One>(of: readonly One[]): One => of[below(of.length)]!;
  const repeat = () => pick(['', '', '', '', '?', '*', '+', '??', '{0,2}', '{2}', '{1,}', '{,2}', '{0}', '{00,1}']);
  const atom = (depth: number): string => {
    const kind = depth === 0 ? below(8) : below(10);
    if (kind < 6) return pick(['a', 'b', 'K', 's', 'ab', 'ba', 'ς', '1', ' ']);
    if (kind < 8)
      return pick(['.', '[^a]', '[]b]', '[a|b(]', '\\d', '\\b', '\\)', '\\x61', '\\141', '\\pL', '[[:alpha:]]', '\\|', '^', '$']);
    return `${pick(['(', '(?:', '(?P<n>', '(?i:', '('])}${branches(depth - 1)})`;
  };
  const branch = (depth: number) => Array.from({ length: below(5) }, () => atom(depth) + repeat()).join('');
  const branches = (depth: number) => Array.from({ length: 1 + below(3) }, () => branch(depth)).join('|');
  /** The letters of a pattern, of which some are missing, in either case: what it is likely found in. */
  const near = (pattern: string) =>
    Array.from(pattern.replaceAll(/[^\p{L}\d ]/gu, ''))
      .filter(() => below(5) > 0)
      .map((letter) => (below(3) === 0 ? letter.toUpperCase() : letter))
      .join('');
  const seen = { required: 0, found: 0 };
  for (let round = 0; round < 4000; round += 1) {
    const pattern = branches(2);
    let compiled: RE2JS;
    try {
      compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    } catch {
      continue;
    }
    const required = requiredTexts(pattern);
    if (required === null) continue;
    seen.required += 1;
    for (const text of Array.from({ length: 20 }, () => near(pattern))) {
      if (!compiled.test(text)) continue;
      seen.found += 1;
      expect({ pattern, text, has: required.some((one) => foldCase(text).includes(one)) }).toEqual({ pattern, text, has: true });
    }
  }
  expect(seen.required).toBeGreaterThan(200);
  expect(seen.found).toBeGreaterThan(200);
});

test('letters that patterns treat as equal are folded to the same', () => {
  const letters = Array.from({ length: 0x1_e944 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(letter.normalize('NFD')) && letter.normalize('NFD') === letter);
  const all = letters.join('');
  expect(letters.length).toBeGreaterThan(1500);
  for (const letter of letters)
    for (const [same] of all.matchAll(new RegExp(letter, 'giu')))
      expect([letter, same, foldCase(same)]).toEqual([letter, same, foldCase(letter)]);
});
