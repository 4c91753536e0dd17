import { expect, it } from 'vitest';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { draftOf, newDraft, nameOf, pinnedTo, sentOf } from './draft.ts';

const stored: Curation = {
  id: 3,
  name: 'Winter boots',
  queries: [{ query: 'winter boots', match: 'contains' }],
  promoted: [
    { id: 'b', is_gone: false, position: 5, is_variant_only: true },
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
  const names = Object.keys(curations.input.shape).filter((name) => name !== 'category');
  expect(Object.keys(sent).toSorted()).toEqual(names.toSorted());
  expect(sent).toMatchObject({ is_active: false, valid_from: stored.valid_from, valid_to: stored.valid_to });
  expect(sent.promoted).toEqual([{ id: 'a' }, { id: 'b', position: 5, is_variant_only: true }]);
  expect(sentOf(draftOf({ ...stored, queries: [], category: 'Shoes > Boots' }))).toMatchObject({
    queries: [],
    category: 'Shoes > Boots',
  });
});

it('lists promoted items as customers see them when one is pinned or unpinned', () => {
  const pinned = pinnedTo(draftOf(stored), 'x', 3);
  expect(pinned.promoted).toEqual(['a', 'x', 'b']);
  expect(sentOf(pinnedTo(pinned, 'b', null)).promoted).toEqual([
    { id: 'a' },
    { id: 'b', is_variant_only: true },
    { id: 'x', position: 3 },
  ]);
});

it('a new curation is named after its first query until somebody edits the name, even to nothing', () => {
  const draft = newDraft('boots');
  expect(nameOf(draft)).toBe('boots');
  expect(nameOf({ ...draft, queries: [{ query: 'shoes', match: 'is' }] })).toBe('shoes');
  expect(nameOf({ ...draft, isNamed: true, name: '' })).toBe('');
  expect(nameOf({ ...draft, category: 'Shoes > Boots' })).toBe('Boots');
  expect(sentOf(draft).name).toBe('boots');
});
