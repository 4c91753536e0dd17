import { expect, test } from 'vitest';
import { completion } from './panel.tsx';

const told = (typed: string, text: string): string =>
  completion(typed, text)
    .map(({ part, isAdded }) => (isAdded ? `[${part}]` : part))
    .join('');

test.each([
  ['kon', 'konvice', 'kon[vice]'],
  ['ryc', 'Rychlovarná', 'Ryc[hlovarná]'],
  ['rychlovarna ', 'rychlovarná konvice', 'rychlovarná[ konvice]'],
  ['ŽID', 'židle', 'žid[le]'],
  ['židle', 'židle', 'židle'],
  ['les', 'židle do lesa', '[židle do lesa]'],
  ['', 'židle', '[židle]'],
  ['straße ', 'Straße 1', 'Straße[ 1]'],
])('%s completed to %s is told as %s', (typed, text, parts) => {
  expect(told(typed, text)).toBe(parts);
});
