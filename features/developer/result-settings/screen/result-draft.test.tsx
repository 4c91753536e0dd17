import { expect, it } from 'vitest';
import { columnId, draftOf, draftProblems, sentOf, withShown } from './result-draft.ts';
import { sortId, sortOf } from './sort-choices.panel.tsx';

const field = (name: string, is_shown = true) => ({ field: name, is_shown, label: '', max_length: null });
const draft = draftOf({
  collection_id: 1,
  fields: [],
  release: 3,
  updated_at: 7,
  updated_by: 'Jana',
  results: [field('name'), field('price')],
  per_page: null,
});
const column = { kind: 'items', collection_id: 1, field: 'name' } as const;

it('sends only the parts of its kind', () => {
  expect(Object.keys(sentOf('autocomplete', draft))).toEqual(['results', 'per_page', 'layout_columns']);
  expect(Object.keys(sentOf('search', draft))).toEqual(['results', 'per_page', 'sort', 'facets']);
  expect(sentOf('catalog', draft)).toMatchObject({ path_field: null, path_sorts: [] });
});

it('keeps the first shown field when all are hidden', () => {
  const results = [field('id', false), field('name'), field('price')];
  const shown = (names: string[], isShown: boolean) =>
    withShown(results, new Set(names), isShown).flatMap((one) => (one.is_shown ? [one.field] : []));
  expect(shown(['id', 'name', 'price'], false)).toEqual(['name']);
  expect(shown(['id', 'price'], true)).toEqual(['id', 'name', 'price']);
});

it('identifies columns by content and sorts by field and order', () => {
  expect(columnId(column)).toBe(columnId({ ...column, field: 'title' }));
  expect(columnId({ ...column, kind: 'values' })).not.toBe(columnId({ ...column, kind: 'values', field: 'brand' }));
  for (const one of [
    { field: null, order: 'asc' },
    { field: 'in stock', order: 'desc' },
  ] as const)
    expect(sortOf(sortId(one))).toEqual(one);
});

it('reports problems by place, with those the server found', () => {
  const fields = ['name', 'price'].map((name) => ({
    name,
    type: 'text' as const,
    is_archived: false,
    is_counted: false,
    is_path: false,
    found_count: 1,
  }));
  const refused = [
    { field: 'layout_columns.0.field', code: 'notCounted' as const, message: '', parameters: {} },
    { field: '', code: 'changedMeanwhile' as const, message: '', parameters: {} },
  ];
  const codes = (changes: object) =>
    [...draftProblems({ ...draft, ...changes }, fields, refused)].map(([place, { code }]) => `${place} ${code}`);
  expect(codes({})).toEqual(['layout_columns.0.field notCounted']);
  expect(codes({ sort: [{ field: 'name', order: 'asc' }] })).toContain('sort.0.field notSortable');
  expect(codes({ path_field: 'price' })).toContain('path_field fieldWithoutLevels');
});
