import { expect, it } from 'vitest';
import { type CheckedRow, gateReport } from './gate-check.tsx';

const row = (q: string, searches: number, changes: Partial<CheckedRow> = {}): CheckedRow => ({
  q,
  searches,
  isFrequent: true,
  isCategory: false,
  collectionId: 1,
  live_total_count: 5,
  total_count: 5,
  live_redirect: null,
  redirect: null,
  is_changed: false,
  items: [],
  gone: [],
  check_items: [],
  ...changes,
});
const emptied = { is_changed: true, total_count: 0 };

it('queries that would find nothing come first, then those that are searched most', () => {
  const { changed } = gateReport('searches', [
    row('same', 500),
    row('rare', 1, emptied),
    row('often', 90, { is_changed: true }),
    row('seldom', 20, { is_changed: true }),
  ]);
  expect(changed.map(({ q }) => q)).toEqual(['rare', 'often', 'seldom']);
});

it('the share is of searches, or of queries if nobody has searched', () => {
  const rows = [row('often', 90), row('seldom', 10, { is_changed: true })];
  expect(gateReport('searches', rows).changedShare).toBe(0.1);
  expect(gateReport('phrases', rows).changedShare).toBe(0.5);
  expect(gateReport('searches', []).changedShare).toBe(0);
});

it('a query that is redirected, or found nothing before, is not one that would find nothing', () => {
  const redirected = row('shipping', 3, { ...emptied, redirect: 'https://shop.example/shipping' });
  const unknown = row('xyz', 3, { ...emptied, live_total_count: 0 });
  expect(gateReport('searches', [redirected, unknown, row('shoes', 3, emptied)]).emptied.map(({ q }) => q)).toEqual(['shoes']);
});

const watched = (live_position: number | null, position: number | null, alert_above = 10) => ({
  id: 1,
  elastic_item_id: 'alfa',
  name: 'Kettle Alfa',
  alert_above,
  live_position,
  position,
});

it('check items that would turn red are told, and not those that are red already or only recorded', () => {
  const items = [watched(3, 24), watched(3, null), watched(null, 24), watched(12, 13), watched(3, 10), watched(3, 24, 0)];
  const report = gateReport('searches', [row('kettle', 4, { check_items: items })]);
  expect(report.reds.map(({ live_position: before, position: place }) => [before, place])).toEqual([
    [3, 24],
    [3, null],
  ]);
  expect(report.watchedCount).toBe(6);
});

it('a query that is there for a check item alone is no part of what is counted', () => {
  const alone = { isFrequent: false, is_changed: true };
  expect(gateReport('phrases', [row('often', 0), row('watched', 0, alone)])).toMatchObject({ changedShare: 0, checkedCount: 1 });
  expect(gateReport('phrases', [row('watched', 0, alone)])).toMatchObject({ changedShare: 0, checkedCount: 0 });
});
