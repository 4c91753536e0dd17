import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Spark } from '#ui/charts/spark.tsx';
import { DaysSpark } from './columns.panel.tsx';
import { comparedDays } from '#features/analytics/statistics/statistics.contract.ts';

it('ends with the last day that is over, and shows today where there is nothing else', () => {
  const drawn = (line: React.ReactNode) => render(line).container.innerHTML;
  const until = (start: string, end: string) => ({ compared: comparedDays({ start, end }, '2026-03-04') });
  const days = [4, 9, 5, 1];
  expect(drawn(<DaysSpark of={until('2026-03-01', '2026-03-04')} days={days} />)).toBe(drawn(<Spark values={[4, 9, 5]} />));
  expect(drawn(<DaysSpark of={until('2026-02-28', '2026-03-03')} days={days} />)).toBe(drawn(<Spark values={days} />));
  expect(drawn(<DaysSpark of={until('2026-03-04', '2026-03-04')} days={[7]} />)).toBe(drawn(<Spark values={[7]} />));
});
