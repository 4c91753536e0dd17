import { expect, it } from 'vitest';
import { merged } from './use-draft.ts';

interface Draft {
  readonly rate: number;
  readonly fields: Readonly<Record<string, { readonly weight: number; readonly typos: boolean }>>;
  readonly order: readonly string[];
}
const base: Draft = { rate: 70, fields: { 1: { weight: 10, typos: true }, 2: { weight: 1, typos: true } }, order: ['a', 'b'] };

it('keeps my values and takes theirs where I changed nothing', () => {
  const theirs = { ...base, rate: 80, fields: { ...base.fields, 1: { weight: 4, typos: true } } };
  const mine = { ...base, fields: { ...base.fields, 1: { weight: 10, typos: false }, 2: { weight: 3, typos: true } } };
  expect(merged(base, theirs, mine)).toEqual({
    rate: 80,
    fields: { 1: { weight: 4, typos: false }, 2: { weight: 3, typos: true } },
    order: ['a', 'b'],
  });
});

it('keeps rows that I added, drops those that I removed, and replaces arrays as a whole', () => {
  const { '1': first, ...others } = base.fields;
  const theirs = { ...base, fields: { ...base.fields, 3: { weight: 5, typos: false } }, order: ['b', 'a'] };
  const mine = { ...base, fields: { ...others, 4: { weight: 2, typos: true } }, order: ['a', 'c'] };
  const { fields, order } = merged<Draft>(base, theirs, mine);
  expect([first !== undefined, Object.keys(fields), order]).toEqual([true, ['2', '3', '4'], ['a', 'c']]);
});
