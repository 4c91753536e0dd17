import { expect, it } from 'vitest';
import { effectOn, type Stratum, turnoverOn } from './effect.contract.ts';

const counts = (searches: number, hits: number) => ({ searches, unfound: hits, clicked: hits, bought: hits, turnover: hits });
const query = (before: [number, number], after: [number, number]): Stratum => ({
  before: counts(...before),
  after: counts(...after),
});

it('of one query it is the plain difference of both shares', () => {
  const effect = effectOn([query([200, 100], [200, 20])], 'unfound')!;
  expect(effect).toMatchObject({ before: 0.5, after: 0.1, verdict: 'less' });
  const margin = 1.96 * Math.sqrt((0.5 * 0.5) / 200 + (0.1 * 0.9) / 200);
  expect(effect.low).toBeCloseTo(-0.4 - margin, 3);
  expect(effect.high).toBeCloseTo(-0.4 + margin, 3);
});

it('turned around, it is the opposite', () => {
  const queries = [query([200, 100], [50, 5]), query([30, 3], [90, 2])];
  const turned = queries.map(({ before, after }) => ({ before: after, after: before }));
  const [one, other] = [effectOn(queries, 'clicked')!, effectOn(turned, 'clicked')!];
  expect(other.low).toBeCloseTo(-one.high, 12);
  expect(other.high).toBeCloseTo(-one.low, 12);
  expect([one.verdict, other.verdict]).toEqual(['less', 'more']);
});

it('a query that is searched more often by now changes nothing', () => {
  const queries = [query([1_000, 900], [100, 90]), query([100, 0], [1_000, 0])];
  const effect = effectOn(queries, 'unfound')!;
  expect(effect.after - effect.before).toBeCloseTo(0, 12);
  expect(effect.verdict).toBe('none');
});

it('says the same of many rare queries as of one frequent one that is as bad', () => {
  const rare = Array.from({ length: 200 }, (_, at) => query([2, at % 2], [2, at % 4 === 0 ? 1 : 0]));
  const effect = effectOn(rare, 'unfound')!;
  expect(effect.before).toBeCloseTo(0.25, 12);
  expect(effect.after).toBeCloseTo(0.125, 12);
  expect(effect.verdict).toBe('less');
});

it('is wrong about an effect that is none in about one of twenty cases', () => {
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const drawn = (searches: number, share: number): [number, number] => [
    searches,
    Array.from({ length: searches }, random).filter((one) => one < share).length,
  ];
  const rounds = 1_000;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const queries = Array.from({ length: 12 }, (_, at) =>
      query(drawn(5 + at * 4, 0.05 + at / 20), drawn(30 - at, 0.05 + at / 20)),
    );
    const { verdict } = effectOn(queries, 'clicked')!;
    if (verdict === 'more' || verdict === 'less') found += 1;
  }
  expect(found / rounds).toBeGreaterThan(0.03);
  expect(found / rounds).toBeLessThan(0.075);
});

it('says nothing of few searches, and of queries that were searched on one side alone', () => {
  expect(effectOn([query([49, 49], [500, 0])], 'unfound')?.verdict).toBe('few');
  expect(effectOn([query([0, 0], [500, 5])], 'unfound')).toBeNull();
  expect(effectOn([], 'clicked')).toBeNull();
});

it('is sure of what was always so and never is any more, and of nothing where all is as it was', () => {
  expect(effectOn([query([100, 100], [100, 0])], 'unfound')).toMatchObject({ before: 1, after: 0, verdict: 'less' });
  const same = [3, 7, 11, 13, 17, 19].map((searches) => query([searches, searches], [searches * 3, searches * 3]));
  expect(effectOn(same, 'unfound')?.verdict).toBe('none');
});

it('where nothing is found on neither side, nothing changed', () => {
  expect(effectOn([query([500, 0], [300, 0])], 'clicked')).toEqual({ before: 0, after: 0, low: 0, high: 0, verdict: 'none' });
});

it('turnover is that of a search, whatever the mix of queries', () => {
  const queries = [query([100, 50], [100, 100]), query([10, 0], [1_000, 0])];
  const { before, after } = turnoverOn(queries)!;
  expect(after / before).toBeCloseTo(2, 12);
  expect(turnoverOn([query([0, 0], [5, 5])])).toBeNull();
});
