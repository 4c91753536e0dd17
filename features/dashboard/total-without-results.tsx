import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { withoutResultsPath } from '#features/analytics/statistics/paths.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { TotalCard, useTotals } from './total-card.tsx';
import { readTotalQueries, readTotalQueriesWithoutResults } from './widgets.contract.ts';

/** How often visitors found nothing, and what share of all searches that is. */
export function TotalWithoutResults({ of }: { readonly of: Statistics }) {
  const t = useText();
  const { percent } = useFormats();
  const { data: all, isPlaceholderData: isOther } = useTotals(readTotalQueries, of);
  return (
    <TotalCard
      of={of}
      totals={useTotals(readTotalQueriesWithoutResults, of)}
      title={t('Total queries without results')}
      path={withoutResultsPath}
      name="unfound"
      label={t('Without results')}
      isProblem
      unitOf={(queries) => (queries === null || !all?.queries || isOther ? undefined : percent(queries / all.queries))}
    />
  );
}
