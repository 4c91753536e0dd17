import { expect, it } from 'vitest';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { draftOf, newDraft, nameOf, sentOf } from './draft.ts';

const stored: Curation = {
  id: 3,
  name: 'Winter boots',
  queries: [{ query: 'winter boots', match: 'contains' }],
  promoted: [
    { id: 'b', is_gone: false },
    { id: 'a', is_gone: true },
  ],
  hidden: [{ id: 'c', is_gone: false }],
  is_active: false,
  valid_from: 1_800_000_000_000,
  valid_to: 1_900_000_000_000,
  collection_id: 1,
  state: 'live',
  search_count: null,
  created_at: 1,
  updated_at: 2,
  updated_by: null,
};

it("stored fields that weren't edited are sent back unchanged", () => {
  const sent = sentOf(draftOf(stored));
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(curations.input.shape).toSorted());
  expect(sent).toMatchObject({ is_active: false, valid_from: stored.valid_from, valid_to: stored.valid_to });
  expect(sent.promoted).toEqual([{ id: 'b' }, { id: 'a' }]);
});

it('a new curation is named after its first query until somebody edits the name, even to nothing', () => {
  const draft = newDraft('boots');
  expect(nameOf(draft)).toBe('boots');
  expect(nameOf({ ...draft, queries: [{ query: 'shoes', match: 'is' }] })).toBe('shoes');
  expect(nameOf({ ...draft, isNamed: true, name: '' })).toBe('');
  expect(sentOf(draft).name).toBe('boots');
});
