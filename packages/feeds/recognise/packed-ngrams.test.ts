import { expect, test } from 'vitest';
import { packNgrams } from '#scripts/bundle-server.mjs';
import { packedNgrams } from './packed-ngrams.ts';

type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

const tables = new URL('../ngrams/small.js', import.meta.resolve('eld/small')).href;
const { ngrams } = ((await import(tables)) as { ngramsData: { ngrams: Ngrams } }).ngramsData;

test('the packed tables of languages, kept as bytes, say of every group of letters what the library says', () => {
  const packed = packedNgrams(Buffer.from(packNgrams(ngrams), 'latin1').toString('latin1'));
  const others = Object.keys(ngrams).filter((letters) => JSON.stringify(packed[letters]) !== JSON.stringify(ngrams[letters]));
  expect(others).toEqual([]);
});

test('they say nothing of other letters, also of the first ones, the last ones and parts of others', () => {
  const packed = packedNgrams(packNgrams({ abc: { 0: 6 }, bcd: { 59: 207, 3: 10 } }));
  expect(['', 'a', 'aaa', 'ab', 'abcd', 'b', 'bcc', 'c', 'toString', '__proto__'].map((letters) => packed[letters])).toEqual(
    Array.from({ length: 10 }),
  );
  expect([packed['abc'], packed['bcd']]).toEqual([{ 0: 6 }, { 59: 207, 3: 10 }]);
});
