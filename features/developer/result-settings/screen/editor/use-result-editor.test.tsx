import { expect, it } from 'vitest';
import { settingsOf } from './draft.ts';
import { draftProblems } from './use-result-editor.tsx';

const answerField = (name: string, own: object = {}) => ({
  name,
  type: 'text' as const,
  is_archived: false,
  is_counted: false,
  is_path: false,
  found_count: 1,
  ...own,
});
const fields = [answerField('name'), answerField('brand', { is_counted: true }), answerField('price', { type: 'float' })];
const results = fields.map(({ name }) => ({ field: name, is_shown: true, label: '', max_length: null }));
const { draft } = settingsOf({
  collection_id: 1,
  fields,
  release: 1,
  updated_at: null,
  updated_by: null,
  results,
  per_page: null,
});
const codes = (changes: object, told = []) =>
  [...draftProblems({ ...draft, ...changes }, fields, told)].map(([place, { code }]) => `${place} ${code}`);

it('each mistake is told at its place', () => {
  expect(codes({})).toEqual([]);
  expect(
    codes({
      sort: [
        { field: 'brand', order: 'asc' },
        { field: 'name', order: 'asc' },
      ],
    }),
  ).toEqual(['sort.1.field notSortable']);
  expect(codes({ facets: [{ field: 'name', label: '', limit: 5, order: 'count' }] })).toEqual(['facets.0.field notCounted']);
  expect(codes({ path_field: 'brand' })).toEqual(['path_field fieldWithoutLevels']);
  expect(codes({ results: results.map((one) => ({ ...one, is_shown: false })) })).toEqual(['results fieldNeeded']);
});

it('what the server alone knows is told, too, but not what is about no place', () => {
  const told = [
    { field: 'layout_columns.0.field', code: 'notCounted' as const, message: '' },
    { field: '', code: 'changedMeanwhile' as const, message: '' },
  ];
  expect(codes({}, told as never)).toEqual(['layout_columns.0.field notCounted']);
});
