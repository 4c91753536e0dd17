import { expect, test } from 'vitest';
import { acceptedLanguage } from './languages.ts';

test.each([
  ['cs', 'cs'],
  ['cs-CZ,cs;q=0.9,en;q=0.8', 'cs'],
  ['sk, cs;q=0.5', 'cs'],
  ['de-AT, cs;q=0.5', 'de'],
  ['en-GB, cs;q=0.5', 'en'],
  ['zh-CN', 'ch'],
  ['ja', 'jp'],
  ['jp', 'jp'],
  ['*', 'en'],
  ['csb', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('who asks for %j reads %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
