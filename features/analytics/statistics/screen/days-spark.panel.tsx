import { countDays } from '#contract/days.ts';
import { Spark } from '#ui/charts/spark.tsx';
import type { Statistics } from './statistics.panel.tsx';

interface DaysSparkProps {
  readonly of: Pick<Statistics, 'compared'>;
  readonly days: readonly (number | null)[];
}

/** The small line of a row. Today isn't over, so its end would be a fall that isn't there; it is drawn where there is nothing else. */
export const DaysSpark = ({ of: { compared }, days }: DaysSparkProps) => (
  <Spark values={compared === null ? days : days.slice(0, countDays(compared.now.start, compared.now.end))} />
);
