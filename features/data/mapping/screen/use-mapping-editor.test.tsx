import { expect, test } from 'vitest';
import type { FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import {
  blankRule,
  draftFields,
  draftOf,
  isSameDraft,
  noUse,
  ownUse,
  targetsOf,
  withRule,
  withUse,
} from './use-mapping-editor.tsx';

const field = (name: string, is_standard: boolean, ...proposed: string[]) =>
  ({ name, is_standard, proposed, reason: 'feedName', rule: null }) as const;
const mapping: FeedMapping = {
  sampled_at: 1,
  sample_count: 1,
  feed_fields: [],
  fields: [field('name', true, 'TITLE', 'LABEL'), field('brand', true), field('colour', false, 'COLOUR')],
  left_out: [],
};
const nothing = draftOf(mapping);
const where = (draft: typeof nothing, feedField: string) => targetsOf(feedField, draftFields(mapping, draft));

test('a field of the feed that is used for another field leaves the one it came to before', () => {
  const moved = withUse(mapping, nothing, 'TITLE', 'brand');
  expect(where(moved, 'TITLE')).toEqual(['brand']);
  expect(where(moved, 'LABEL')).toEqual(['name']);
  const emptied = withUse(mapping, moved, 'LABEL', noUse);
  expect(where(emptied, 'LABEL')).toEqual([]);
  expect(emptied).toMatchObject({ left_out: ['LABEL'] });
  expect(emptied.rules.find(({ to }) => to === 'name')).toMatchObject({ how: 'none', from: [] });
});

test('a field of its own goes away when its value is used elsewhere, and comes back', () => {
  const moved = withUse(mapping, nothing, 'COLOUR', 'brand');
  expect(draftFields(mapping, moved).map(({ name }) => name)).toEqual(['name', 'brand']);
  const back = withUse(mapping, moved, 'COLOUR', ownUse);
  expect(where(back, 'COLOUR')).toEqual(['colour']);
});

test('what was left out comes back by being used', () => {
  const out = withUse(mapping, nothing, 'COLOUR', noUse);
  expect(where(out, 'COLOUR')).toEqual([]);
  expect(withUse(mapping, out, 'COLOUR', ownUse)).toEqual(nothing);
  expect(withRule(out, 'brand', { ...blankRule('brand'), from: ['COLOUR'] }).left_out).toEqual([]);
});

test('a rule that is taken back leaves the field as proposed', () => {
  const ruled = withRule(nothing, 'name', { ...blankRule('name'), from: ['LABEL'] });
  expect(isSameDraft(ruled, nothing)).toBe(false);
  expect(isSameDraft(withRule(ruled, 'name', null), nothing)).toBe(true);
});

test('new fields of the shop are listed behind the others', () => {
  const added = withRule(nothing, 'size', { ...blankRule('size'), from: ['SIZE'] });
  expect(draftFields(mapping, added).at(-1)).toMatchObject({ name: 'size', is_standard: false, sources: ['SIZE'] });
});
