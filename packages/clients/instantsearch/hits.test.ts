import { expect, test } from 'vitest';
import type { Fragment, SearchAnswer } from '#clients/javascript/search-types.ts';
import { hitsOf } from './hits.ts';

const fragment = (text: string): Fragment =>
  text
    .split(/(\[.*?])/)
    .filter(Boolean)
    .map((part) => ({ text: part.replaceAll(/[[\]]/g, ''), is_match: part.startsWith('[') }));

function marked(fields: object, highlights: Readonly<Record<string, readonly string[]>>, query = 'lamp') {
  const item = { id: '1', score: 1, variant_count: 1, is_promoted: false, ...fields };
  const fragments = Object.fromEntries(Object.entries(highlights).map(([field, texts]) => [field, texts.map(fragment)]));
  const answer = { items: [item], highlights: { 1: fragments } } as unknown as SearchAnswer;
  return hitsOf(answer, { query, highlightPreTag: '<', highlightPostTag: '>' })[0]!;
}

test('an item keeps its fields and gets an objectID', () => {
  expect(marked({ name: 'Lamp', price: 3, isNew: true }, {})).toMatchObject({
    objectID: '1',
    id: '1',
    name: 'Lamp',
    price: 3,
    isNew: true,
  });
});

test('every text is there, marked or not; what has no text is left out', () => {
  const { _highlightResult: results } = marked(
    { name: 'Desk lamp', brand: 'Vela', price: 3, isNew: true, extra: {} },
    { name: ['Desk [lamp]'] },
  );
  expect(results['name']).toEqual({ value: 'Desk <lamp>', matchLevel: 'full', matchedWords: ['lamp'] });
  expect(results['brand']).toEqual({ value: 'Vela', matchLevel: 'none', matchedWords: [] });
  expect(results['price']).toMatchObject({ value: '3' });
  expect(Object.keys(results)).not.toContain('isNew');
  expect(Object.keys(results)).not.toContain('extra');
});

test('some words of the query make a partial match', () => {
  const { _highlightResult: results } = marked({ name: 'Desk lamp' }, { name: ['Desk [lamp]'] }, 'red lamp');
  expect(results['name']).toMatchObject({ matchLevel: 'partial' });
});

test('a long text is marked where its fragments stand, and its snippet is the fragments', () => {
  const text = 'A lamp for desks. It has a long arm that bends. A second lamp comes with it for free, always.';
  const { _highlightResult: results, _snippetResult: snippets } = marked(
    { text },
    { text: ['A [lamp] for desks.…', '…second [lamp] comes…'] },
  );
  expect(results['text']).toMatchObject({
    value: 'A <lamp> for desks. It has a long arm that bends. A second <lamp> comes with it for free, always.',
  });
  expect(snippets['text']).toMatchObject({ value: 'A <lamp> for desks.… second <lamp> comes…', matchLevel: 'full' });
});

test('tags of a feed are not shown beside marks', () => {
  const { _highlightResult: results } = marked({ name: '<b>Desk</b> lamp &amp; arm' }, { name: ['Desk [lamp] & arm'] });
  expect(results['name']).toMatchObject({ value: 'Desk <lamp> & arm' });
});

test('a fragment that the text does not have changes nothing', () => {
  const { _highlightResult: results } = marked({ text: 'Nothing of it' }, { text: ['…a [lamp]…'] });
  expect(results['text']).toMatchObject({ value: 'Nothing of it', matchLevel: 'none' });
});

test('of a list, the values that answer the query are marked, and no others', () => {
  const { _highlightResult: results } = marked({ tags: ['red', 'infrared', 'lamp'] }, { tags: ['[red]'] }, 'red');
  expect(results['tags']).toEqual([
    { value: '<red>', matchLevel: 'full', matchedWords: ['red'] },
    { value: 'infrared', matchLevel: 'none', matchedWords: [] },
    { value: 'lamp', matchLevel: 'none', matchedWords: [] },
  ]);
});
