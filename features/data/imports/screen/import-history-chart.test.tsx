import { expect, test } from 'vitest';
import { historyPoints, summaryOf } from './import-history-chart.tsx';
import type { PastImport } from '#features/data/imports/import-history.contract.ts';

const past = (id: number, changes: Partial<PastImport> = {}): PastImport => ({
  id,
  state: 'done',
  started_at: Date.UTC(2026, 10, id, 12),
  duration_ms: 1000,
  imported_count: id * 10,
  error_count: id,
  warning_count: 0,
  failure: null,
  counts: null,
  ...changes,
});
const failed = (id: number) => past(id, { state: 'failed', imported_count: 0 });

const at = (moment: number) => new Date(moment).toISOString();
const formats = {
  shortDay: (moment: number) => at(moment).slice(5, 10),
  time: (moment: number) => at(moment).slice(11, 16),
  moment: at,
};
const pointsOf = (imports: readonly PastImport[]) => historyPoints(imports, formats, (state) => state);

test('the newest import that went well is compared with the one before it that did', () => {
  expect(summaryOf([failed(4), past(3), failed(2), past(1)])).toMatchObject({ latest: { id: 3 }, change: 20 });
});

test('a single import that went well is compared with nothing', () => {
  expect([[], [past(1)], [failed(3), past(2), failed(1)]].map(summaryOf)).toEqual([null, null, null]);
});

test('points go from the oldest to the newest import', () => {
  expect(pointsOf([past(3), past(1)])).toEqual([
    { tick: '11-01', title: '2026-11-01T12:00:00.000Z', values: { imported: 10, leftOut: 1 } },
    { tick: '11-03', title: '2026-11-03T12:00:00.000Z', values: { imported: 30, leftOut: 3 } },
  ]);
});

test('an import that failed is a gap that says so', () => {
  const [point] = pointsOf([failed(2)]);
  expect(point?.values).toEqual({ imported: null, leftOut: null });
  expect(point?.title).toBe('2026-11-02T12:00:00.000Z · failed');
});

test('an import that has not ended is not drawn', () => {
  const running = past(2, { state: 'running', duration_ms: null });
  expect(pointsOf([running, past(1)])).toHaveLength(1);
});

test('imports of one day are told apart by their time', () => {
  const later = past(1, { started_at: Date.UTC(2026, 10, 1, 14, 30) });
  expect(pointsOf([later, past(1)]).map(({ tick }) => tick)).toEqual(['12:00', '14:30']);
});
