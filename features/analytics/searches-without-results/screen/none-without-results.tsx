import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, SearchCheck } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Empty, LoadError } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { QueryState } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { NoSearches } from '#features/analytics/statistics/screen/tracking.panel.tsx';

export function NoneWithoutResults({ of: { filter, range } }: { readonly of: Statistics }) {
  const { data, error, refetch } = useQuery(query(readSearchHistory, filter));
  if (!data) return error && <LoadError error={error} retry={() => void refetch()} />;
  const { total_queries: all, total_no_results: without } = data;
  if (!all.queries) return <NoSearches />;
  const days = formats.days(range.from, range.to);
  if (!without.queries) return <Empty icon={SearchCheck} title={t('Every search found something.')} text={days} />;
  return (
    <Empty
      icon={SearchCheck}
      title={t('No problem is open.')}
      text={t('All of them are fixed or dismissed, or something personal is masked in them.')}
    />
  );
}

export function NoneInState({ state }: { readonly state: Exclude<QueryState, 'open'> }) {
  if (state === 'fixed')
    return (
      <Empty
        icon={CircleCheck}
        title={t('Nothing is fixed yet')}
        text={t('Queries stand here once you accept a proposal, or once they find something.')}
      />
    );
  return (
    <Empty
      icon={CircleSlash}
      title={t('Nothing is dismissed')}
      text={t('Queries that you dismiss stand here and never come back by themselves.')}
    />
  );
}
