import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import type { OutputOf } from '#contract/endpoint.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { trendsPath, withoutResultsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import type { QueryTotals } from '#features/analytics/statistics/statistics.contract.ts';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { HistoryOf } from './history.tsx';
import type { readSearchHistory } from './search-history.contract.ts';
import classes from './search-history.module.css';

/** Slower than this, visitors notice. */
const slowAboveMilliseconds = 100;

interface HistoryFiguresProps {
  readonly data: OutputOf<typeof readSearchHistory>;
  readonly of: Statistics;
  readonly resultObject: HistoryOf;
}

export function HistoryFigures({ data, of, resultObject }: HistoryFiguresProps) {
  const { total_queries: all, total_no_results: unfound, took_time: took, ended_in_search: ended } = data;
  const shown = (value: number | null) => (value === null ? null : formats.number(value));
  const share = unfound.queries === null || !all.queries ? undefined : formats.percent(unfound.queries / all.queries);
  const change = ({ compared }: QueryTotals, name: 'queries' | 'unique_users', isBadWhenMore = false) =>
    of.isCompared && compared ? { change: { now: compared.now[name], before: compared.before[name], isBadWhenMore } } : {};
  const isSlow = took.p95 !== null && took.p95 > slowAboveMilliseconds;
  return (
    <Figures>
      <Figure
        label={t('Searches')}
        value={shown(all.queries)}
        to={of.to(trendsPath, { statsResultObject: resultObject })}
        {...change(all, 'queries')}
      />
      <Figure
        label={t('Unique users')}
        value={shown(all.unique_users)}
        isEstimated={all.is_estimated}
        {...change(all, 'unique_users')}
      />
      <Figure
        label={t('Without results')}
        value={shown(unfound.queries)}
        unit={share}
        to={of.to(withoutResultsPath, { statsResultObject: resultObject })}
        {...change(unfound, 'queries', true)}
      />
      {resultObject === 'autocomplete' && (
        <Figure label={t('Ended in a search')} value={ended === null ? null : formats.percent(ended)} />
      )}
      <Figure
        label={t('Time')}
        value={took.mean === null ? null : t('{time} ms', { time: formats.number(Math.round(took.mean)) })}
        unit={
          took.p95 !== null && (
            <>
              {t('{time} ms p95', { time: formats.number(Math.round(took.p95)) })}{' '}
              {isSlow && <span className={classes.slow}>{t('slower than usual')}</span>}
            </>
          )
        }
      />
    </Figures>
  );
}
