import { countDays } from '#contract/days.ts';
import { Spark } from '#ui/charts/spark.tsx';
import type { Statistics } from './statistics.panel.tsx';

interface DaysSparkProps {
  readonly of: Pick<Statistics, 'compared'>;
  readonly days: readonly (number | null)[];
}

/** Excludes today, which isn't over, unless it is the only day. */
export const DaysSpark = ({ of: { compared }, days }: DaysSparkProps) => (
  <Spark values={compared === null ? days : days.slice(0, countDays(compared.now.start, compared.now.end))} />
);
