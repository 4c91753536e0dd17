import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { maxTokenLength } from './tokens.ts';
import { createAnalyser, analysisSteps } from './analyser.ts';

const languages = ['bg', 'cs', 'da', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nl', 'pl', 'sk', 'lt'];
const analysers = languages.map(createAnalyser);

/** Everything that the analyser says about a text. */
function analyseAll(text: string): void {
  for (const analyser of analysers) {
    for (const token of analyser.indexTokens(text)) {
      expect(token).not.toBe('');
      expect(token.length).toBeLessThanOrEqual(6 * 64);
      expect(analyser.stem(token)).not.toBe('');
    }
    expect(analyser.surfaces(text)).toHaveLength(analyser.tokens(text).length);
    analyser.joinedTokens(text);
  }
}

const file = sharedData('hostile/strings/blns.json');
const strings = file === null ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

describe('hostile texts', () => {
  it.skipIf(file === null)('are analysed in every language', () => {
    expect(strings.length).toBeGreaterThan(400);
    for (const text of strings) analyseAll(text);
    analyseAll(strings.join(' '));
  });

  it.skipIf(file === null)('have the same tokens in the steps as in the index', () => {
    for (const text of strings) {
      const joined = analysisSteps(text, 'cs').find(({ step }) => step === 'joined');
      expect(joined?.tokens.map((token) => token.text)).toEqual(createAnalyser('cs').indexTokens(text));
    }
  });
});

/** What goes quadratic in careless scanners, `length` units of it. */
const repeated = [
  '<',
  '<script ',
  '<!--',
  '<a "',
  '<a href="x" ',
  '</script ',
  '&',
  '&#1;',
  'a',
  'a-',
  '1 x ',
  '10 000 ',
  'ž',
  '\u030c',
  '京',
];

describe('long texts', () => {
  // Where the time is quadratic, a million units take minutes.
  it.each(repeated)('of %j alone are analysed to their end, into words of a bounded length', (part) => {
    const analyser = createAnalyser('cs');
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    let longest = 0;
    for (const token of analyser.indexTokens(text)) longest = Math.max(longest, token.length, analyser.stem(token).length);
    expect(longest).toBeLessThanOrEqual(maxTokenLength);
  });

  it('show their steps as well', () => {
    const text = '<p title="x>">Ž&eacute;\u00ad 10 x 15</p> '.repeat(2_000);
    expect(analysisSteps(text, 'cs').at(-1)?.tokens).toHaveLength(10_000);
  });
});
