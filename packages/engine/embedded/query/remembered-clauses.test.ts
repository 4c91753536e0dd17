import { expect, test, vi } from 'vitest';
import { rememberedClauseBytes } from '#engine/embedded/limits.ts';
import type { Alternative } from '#engine/plan.ts';
import type { Clause, PostingList } from './clauses.ts';
import { RememberedClauses } from './remembered-clauses.ts';

const lamp: Alternative = { kind: 'exact', terms: ['lamp'], weight: 1 };
const tableLength = 256;

const listOf = (length: number, term: number): PostingList => ({
  docs: new Uint16Array(length),
  impacts: new Uint8Array(length),
  from: 0,
  to: length,
  term,
});
const clauseOf = (alternative: Alternative, lists: Clause['lists'] = []): Clause => ({
  alternative,
  weightKind: 'exact',
  idf: 1,
  table: new Int32Array(tableLength),
  lists,
});

test('a word is looked up once, one that nothing has, too', () => {
  const remembered = new RememberedClauses();
  for (const found of [clauseOf(lamp), null]) {
    const asked = { ...lamp, terms: [found === null ? 'nowhere' : 'lamp'] };
    const lookUp = vi.fn(() => found);
    expect([remembered.of(asked, 'exact', lookUp), remembered.of({ ...asked }, 'exact', lookUp)]).toEqual([found, found]);
    expect(lookUp).toHaveBeenCalledTimes(1);
  }
});

test.each<[string, Alternative]>([
  ['another kind', { ...lamp, kind: 'stem' }],
  ['another weight', { ...lamp, weight: 0.5 }],
  ['stems', { ...lamp, isStemmed: true }],
  ['parts of a word', { ...lamp, isJoined: true }],
  ['words that may stand apart', { ...lamp, gap: 1 }],
  ['several terms', { ...lamp, terms: ['lamp', 'shade'] }],
])('%s is looked up for itself', (_what, other) => {
  const remembered = new RememberedClauses();
  remembered.of(lamp, 'exact', () => clauseOf(lamp));
  expect(remembered.of(other, 'exact', () => null)).toBe(null);
  expect(remembered.of(lamp, 'joined', () => null)).toBe(null);
});

test('prefixes are looked up each time', () => {
  const remembered = new RememberedClauses();
  const lookUp = vi.fn(() => null);
  for (let round = 0; round < 2; round += 1) remembered.of({ ...lamp, kind: 'prefix' }, 'prefix', lookUp);
  expect(lookUp).toHaveBeenCalledTimes(2);
});

test('what it takes stays within its bound, made lists included, and those used last are kept', () => {
  const remembered = new RememberedClauses();
  const made = listOf(20_000, -1);
  const ofSegment = listOf(20_000, 7);
  for (let word = 0; word < 200; word += 1) {
    const asked = { ...lamp, terms: [`word${word}`] };
    remembered.of(asked, 'exact', () => clauseOf(asked, [[made, ofSegment]]));
  }
  const ofOne = made.docs.byteLength + made.impacts.byteLength;
  expect(remembered.bytes).toBeLessThanOrEqual(rememberedClauseBytes);
  expect(remembered.bytes).toBeGreaterThan(rememberedClauseBytes - 2 * ofOne);
  const lookUp = vi.fn(() => null);
  remembered.of({ ...lamp, terms: ['word199'] }, 'exact', lookUp);
  expect(lookUp).not.toHaveBeenCalled();
  remembered.of({ ...lamp, terms: ['word0'] }, 'exact', lookUp);
  expect(lookUp).toHaveBeenCalledTimes(1);
});

test('a list that is larger than all that may be kept is still answered', () => {
  const remembered = new RememberedClauses();
  const huge = clauseOf(lamp, [[listOf(rememberedClauseBytes, -1)]]);
  expect(remembered.of(lamp, 'exact', () => huge)).toBe(huge);
  expect(remembered.bytes).toBe(0);
});
