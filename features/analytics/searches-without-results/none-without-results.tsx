import { useQuery } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { Empty } from '#console-kit/page/states.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { NoSearches } from '#features/analytics/statistics/tracking.panel.tsx';

/** Nobody searched in vain, or nobody searched at all: these are not the same news. */
export function NoneWithoutResults({ of: { filter, range } }: { readonly of: Statistics }) {
  const t = useText();
  const formats = useFormats();
  const { data } = useQuery(query(readSearchHistory, filter));
  if (!data) return null;
  if (!data.total_queries.queries) return <NoSearches />;
  return <Empty icon={SearchCheck} title={t('Every search found something.')} text={formats.days(range.from, range.to)} />;
}
