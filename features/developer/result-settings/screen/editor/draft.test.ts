import { expect, it } from 'vitest';
import { columnId, isSameDraft, type ResultDraft, sentOf, settingsOf, sortId, sortOf, withField, withShown } from './draft.ts';

const field = (name: string, is_shown = true) => ({ field: name, is_shown, label: '', max_length: null });
const answer = {
  collection_id: 1,
  fields: [],
  release: 3,
  updated_at: 7,
  updated_by: 'Jana',
  results: [field('name'), field('price')],
  per_page: null,
};
const column = { kind: 'items', collection_id: 1, field: 'name', title: '', limit: 6 } as const;
const { draft } = settingsOf(answer);

it('what a kind of answer has is sent of a draft, and nothing else', () => {
  const full: ResultDraft = { ...draft, layout_columns: [column], sort: [{ field: null, order: 'asc' }], path_field: 'category' };
  expect(Object.keys(sentOf('autocomplete', full))).toEqual(['results', 'per_page', 'layout_columns']);
  expect(Object.keys(sentOf('search', full))).toEqual(['results', 'per_page', 'sort', 'facets']);
  expect(sentOf('catalog', full)).toMatchObject({ path_field: 'category', path_sorts: [] });
});

it('an edit that is taken back is none, and the order of fields counts', () => {
  const hidden = { ...draft, results: withField(draft.results, 'price', { is_shown: false }) };
  expect(isSameDraft('search', draft, hidden)).toBe(false);
  expect(isSameDraft('search', draft, { ...hidden, results: withField(hidden.results, 'price', { is_shown: true }) })).toBe(true);
  expect(isSameDraft('search', draft, { ...draft, results: draft.results.toReversed() })).toBe(false);
});

it('hiding all fields leaves the first one that was shown', () => {
  const results = [field('id', false), field('name'), field('price')];
  const shown = (all: readonly { field: string; is_shown: boolean }[]) =>
    all.filter((one) => one.is_shown).map((one) => one.field);
  expect(shown(withShown(results, new Set(['id', 'name', 'price']), false))).toEqual(['name']);
  expect(shown(withShown(results, new Set(['price']), false))).toEqual(['name']);
  expect(shown(withShown(results, new Set(['id', 'price']), true))).toEqual(['id', 'name', 'price']);
});

it('columns and sorts are told apart by what they show', () => {
  expect(columnId(column)).toBe(columnId({ ...column, field: 'title' }));
  expect(columnId({ ...column, kind: 'values' })).not.toBe(columnId({ ...column, kind: 'values', field: 'brand' }));
  for (const one of [
    { field: null, order: 'asc' },
    { field: 'in stock', order: 'desc' },
  ] as const)
    expect(sortOf(sortId(one))).toEqual(one);
});
