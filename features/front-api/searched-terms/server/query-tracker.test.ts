import { beforeEach, expect, test } from 'vitest';
import { maximumQueryLength } from '#contract/limits.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { withoutPersonalData } from './query-log.service.ts';
import { countedOf } from './query-log.store.ts';
import { queryTracker } from './query-tracker.ts';

let clock = 0;
let tracker = queryTracker(() => clock);
let number = 0;
beforeEach(() => {
  clock = 1_000_000;
  tracker = queryTracker(() => clock);
});

/** Asks for something as one visitor, after a pause. */
const ask = (
  term: string,
  afterMilliseconds = 0,
  visitorHash = 'somebody',
  { collectionId = 1, resultObject = 'search' as 'search' | 'autocomplete', itemCount = term.length } = {},
) => {
  clock += afterMilliseconds;
  tracker.log({
    projectId: 1,
    day: '2026-11-21',
    language: 'en',
    tookMilliseconds: 3,
    happenedAt: clock,
    collectionId,
    resultObject,
    term,
    itemCount,
    foundAs: null,
    visitorHash,
    queryId: `query ${(number += 1)}`,
    // A row acts on what begins as `lamp`.
    uses: term.startsWith('lamp') ? [{ stage: 'fixit', ruleId: 7 }] : [],
  });
};
const search = (term: string, afterMilliseconds = 0, visitor = 'somebody', collectionId = 1) =>
  ask(term, afterMilliseconds, visitor, { collectionId });
const termsOf = (resultObject: string, entries: Parameters<typeof countedOf>[0]) => {
  const counts = new Map<string, number>();
  for (const { query, count } of countedOf(entries))
    if (query.resultObject === resultObject) counts.set(query.term, (counts.get(query.term) ?? 0) + count);
  return [...counts].flatMap(([term, count]) => (count === 0 ? [] : [`${term} ${count}`])).toSorted();
};
const counted = () => termsOf('search', tracker.take());

test('what a visitor types on is not a search, what they stay at is', () => {
  search('ke');
  search('kett', 500);
  search('kettle', 1_900);
  expect(counted()).toEqual(['kettle 1']);
  search('kettle black', 2_000);
  expect(counted()).toEqual(['kettle black 1']);
});

test('a beginning that was written already is taken back, and told as typed', () => {
  search('ke');
  expect(counted()).toEqual(['ke 1']);
  search('kettle', 1_000);
  const entries = tracker.take();
  expect(termsOf('search', entries)).toEqual(['ke -1', 'kettle 1']);
  expect(termsOf('autocomplete', entries)).toEqual(['ke 1']);
});

test('of what completes a query, what a visitor stays at is told as typed', () => {
  for (const [term, pause] of [
    ['k', 0],
    ['ket', 300],
    ['kettle', 1_000],
    ['kettle b', 2_500],
  ] as const)
    ask(term, pause, 'somebody', { resultObject: 'autocomplete' });
  const entries = tracker.take();
  expect(termsOf('autocomplete', entries)).toEqual(['kettle 1', 'kettle b 1']);
  expect(termsOf('search', entries)).toEqual([]);
});

test('rows are used as often as searches count, by whom', () => {
  search('lamp');
  search('lamp', 60_000);
  search('lamps', 0, 'another');
  search('lampshade', 60_000, 'third');
  search('lamp', 0, 'fourth');
  search('lamp or kettle', 500, 'fourth');
  search('kettle', 0, 'fifth');
  const uses = countedOf(tracker.take()).flatMap(({ query, count }) => query.uses.map(() => [query.visitorHash, count]));
  expect(Object.fromEntries(uses)).toEqual({ another: 1, fourth: 1, somebody: 1, third: 1 });
  expect(uses).toHaveLength(4);
});

test('another word, another visitor and another collection are searches of their own', () => {
  search('ke');
  search('lamp', 100);
  search('kettle', 100, 'another');
  search('lamps', 100, 'somebody', 2);
  expect(counted()).toEqual(['ke 1', 'kettle 1', 'lamp 1', 'lamps 1']);
});

test('pages and filters of a search are the same search, for half an hour', () => {
  search('kettle');
  search('lamp', 5_000);
  search('kettle', 5_000);
  search('kettle', 60_000);
  expect(counted()).toEqual(['kettle 1', 'lamp 1']);
  search('kettle', 31 * 60_000);
  expect(counted()).toEqual(['kettle 1']);
});

test('a search that was repeated while typing is taken back once', () => {
  search('ke');
  search('ke', 500);
  search('kettle', 500);
  search('kettle black', 500);
  expect(counted()).toEqual(['kettle black 1']);
});

test('another page of a search belongs to the search that was counted', () => {
  search('kettle');
  search('kettle', 60_000);
  const [first, second] = tracker.take().map(({ after }) => after);
  expect(second).toMatchObject({ isCounted: false, searchId: first?.queryId });
});

test('what could not be written waits with what came since, and with what became of it', () => {
  search('ke');
  const taken = tracker.take();
  search('kettle', 500);
  search('kettle', 0, 'another');
  tracker.giveBack(taken);
  expect(counted()).toEqual(['kettle 2']);
  expect(counted()).toEqual([]);
});

test('what waits to be written is bounded, and there is room again once it was', () => {
  for (let at = 0; at < 12_000; at += 1) search(`term ${at}`, 0, `visitor ${at}`);
  expect(tracker.take()).toHaveLength(10_000);
  search('kettle');
  expect(counted()).toEqual(['kettle 1']);
});

test.each([
  ['boots jana.novakova@example.cz', 'boots [e-mail]'],
  ['jan @ novak.cz', '[e-mail]'],
  ['jan＠novak.cz', '[e-mail]'],
  ['boots jan.novak [at] novak [dot] cz size 42', 'boots [e-mail] size 42'],
  ['jan at novak dot co dot uk', '[e-mail]'],
  ['jan.novak zavináč seznam tečka cz', '[e-mail]'],
  ['lamp at 3.5 mm', 'lamp at 3.5 mm'],
  ['lampa @ 50 w', 'lampa @ 50 w'],
  ['603–123–456', '[number]'],
  ['６０３１２３４５６', '[number]'],
  ['call +420 (603) 123-456 now', 'call [number] now'],
  ['4111111111111111 kettle', '[number] kettle'],
  ['195/65 r15 91h', '195/65 r15 91h'],
])('of %s, %s is kept', (typed, kept) => {
  expect(withoutPersonalData(normaliseQuery(typed))).toBe(kept);
  expect(isMasked(kept)).toBe(typed !== kept);
});

test('masks the longest query of repeated signs in linear time', () => {
  for (const sign of 'a|a.|a . | . |.|@|a@|a @ |(at)| dot |a(at)|a dot |a ( . ) |1 |1---'.split('|'))
    expect(withoutPersonalData(sign.repeat(maximumQueryLength)).length).toBeGreaterThan(0);
});
