import type { Item } from '#contract/item.ts';
import type { CollectionLayout } from '#engine/port.ts';

/** Deterministic numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vocabularySize = 60_000;
const syllables =
  'ba be bo ka ke ko ku la le lo lu ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi vo za ze zo'.split(
    ' ',
  );
const endings = ['', '', 's', 'r', 'n', 'x', 'ing', 'ed'];

/** Frequent words are short, as in real texts. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? '';
  return word + (endings[rank % endings.length] ?? '');
}

export const words: readonly string[] = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));

/** Zipf's law, exponent 1. */
export function zipfWords(random: () => number): () => string {
  const cumulated = new Float64Array(vocabularySize);
  let sum = 0;
  for (let rank = 0; rank < vocabularySize; rank++) cumulated[rank] = sum += 1 / (rank + 5);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = vocabularySize - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulated[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
}

const searchable = { searchable: true, stemmer: true, facet: false, path: false } as const;
const facet = { searchable: false, stemmer: false, facet: true, path: false } as const;

export const productLayout: CollectionLayout = {
  language: 'en',
  groupField: null,
  fields: [
    { ...searchable, name: 'name', type: 'text' },
    { ...searchable, name: 'brand', type: 'text', facet: true },
    { ...searchable, name: 'category', type: 'text', facet: true, path: true },
    { ...searchable, name: 'parameters', type: 'text' },
    { ...searchable, name: 'description', type: 'text' },
    { ...facet, name: 'price', type: 'integer' },
    { ...facet, name: 'inStock', type: 'boolean' },
  ],
};

/** About 86 tokens in five fields, drawn by Zipf's law. */
export function* products(count: number): Generator<Item> {
  const random = randomNumbers(42);
  const word = zipfWords(random);
  const text = (length: number): string => Array.from({ length }, word).join(' ');
  for (let number = 0; number < count; number++) {
    const department = Math.floor(random() * 12);
    yield {
      id: `p${number}`,
      fields: {
        name: text(8),
        brand: `brand${Math.floor(random() ** 2 * 400)}`,
        category: `Department${department} > Section${department * 20 + Math.floor(random() * 20)}`,
        parameters: text(15),
        description: text(60),
        price: Math.floor(10 ** (1 + random() * 3.5)),
        inStock: random() < 0.8,
      },
    };
  }
}
