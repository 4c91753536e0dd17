import { expect, test } from 'vitest';
import { notSearched } from '#engine/query/relevance.ts';
import { relevanceOf } from './collection-fields.service.ts';

const { boostable: _, ...older } = { ...notSearched, searchable: true, weight: 40, stemmer: true };

test('settings from before joined words counted per field keep them where they were looked for: in all searched fields', () => {
  expect(relevanceOf(older, { type: 'text', isFacet: false })).toEqual({ ...older, shingle: true, boostable: false });
  expect(relevanceOf({ ...older, searchable: false }, { type: 'float', isFacet: true })).toMatchObject({
    shingle: false,
    boostable: true,
  });
});

test('what was chosen since stays', () => {
  const chosen = { ...older, shingle: false, boostable: false };
  expect(relevanceOf(chosen, { type: 'float', isFacet: true })).toEqual(chosen);
});

test('the members come in one order, whenever they were stored', () => {
  const orderOf = (stored: Parameters<typeof relevanceOf>[0]) =>
    Object.keys(relevanceOf(stored, { type: 'text', isFacet: true }));
  expect(orderOf({ boostable: true, ...older })).toEqual(orderOf(older));
});
