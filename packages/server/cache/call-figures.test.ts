import { expect, test } from 'vitest';
import { CallFigures } from './call-figures.ts';

const minute = 60_000;
const hour = 60 * minute;

function clocked() {
  let at = 1_700_000 * hour;
  return { figures: new CallFigures(() => at), pass: (milliseconds: number) => void (at += milliseconds) };
}

test('calls and hits are counted by project and endpoint, for the last hour and day', () => {
  const { figures, pass } = clocked();
  figures.count(1, 'search', false);
  figures.count(1, 'search', true);
  figures.count(1, 'autocomplete', true);
  figures.count(2, 'search', false);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 2, hitCount: 1 }, day: { callCount: 2, hitCount: 1 } });
  expect(figures.of(1, 'autocomplete').hour).toEqual({ callCount: 1, hitCount: 1 });
  expect(figures.of(2, 'search').hour).toEqual({ callCount: 1, hitCount: 0 });
  expect(figures.of(3, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
  pass(59 * minute);
  figures.count(1, 'search', true);
  expect(figures.of(1, 'search').hour).toEqual({ callCount: 3, hitCount: 2 });
  pass(minute);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 1, hitCount: 1 }, day: { callCount: 3, hitCount: 2 } });
  pass(22 * hour);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 0, hitCount: 0 }, day: { callCount: 3, hitCount: 2 } });
  pass(hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 1, hitCount: 1 });
  pass(hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
});

test('what is older than a day is forgotten, also after a long silence', () => {
  const { figures, pass } = clocked();
  figures.count(1, 'search', true);
  pass(1000 * hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
  figures.count(1, 'search', false);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 1, hitCount: 0 });
});
