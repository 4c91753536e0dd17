import { useText } from '#console-kit/text/i18n.ts';
import { autocompleteHistoryPath, searchHistoryPath } from '#features/analytics/statistics/paths.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { TotalCard, useTotals } from './total-card.tsx';
import { readTotalQueries } from './widgets.contract.ts';

/** How often visitors searched. */
export function TotalQueries({ of }: { readonly of: Statistics }) {
  const t = useText();
  return (
    <TotalCard
      of={of}
      totals={useTotals(readTotalQueries, of)}
      title={t('Total queries')}
      path={of.resultObject === 'autocomplete' ? autocompleteHistoryPath : searchHistoryPath}
      name="queries"
      label={t('Searches')}
    />
  );
}
