import { useNavigate } from '@tanstack/react-router';
import { Pin, ScanSearch } from 'lucide-react';
import { useCollection } from '#ui/collection/collection.ts';
import { Count } from '#ui/list/table-footer.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { testerLink, curationPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { tooLongToCurate, isLost } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import type { SearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';

interface ClickRateProps {
  /** Null if clicks aren't tracked. */
  readonly clicks: number | null;
  readonly count: number;
}

export function ClickRate({ clicks, count }: ClickRateProps) {
  return clicks === null || count === 0 ? <Count of={null} /> : formats.percent(clicks / count);
}

/** Masked queries can't be searched again. */
export function useQueryActions(): (
  row: Pick<SearchTrend, 'query' | 'item_count' | 'found_as' | 'fixed'>,
) => readonly RowAction[] {
  const navigate = useNavigate();
  const c = useCollection()?.id;
  const fix = useFixAction();
  return ({ query, ...found }) => {
    if (isMasked(query)) return [];
    return [
      ...(isLost(found) ? fix(query) : []),
      {
        label: t('Open in Query tester'),
        icon: ScanSearch,
        run: () => void navigate(testerLink(query, c)),
        needs: 'preview',
      },
      {
        label: t('Add curation'),
        icon: Pin,
        isWorded: !isLost(found),
        run: () => void navigate(linkTo(curationPath, { id: 'new', query })),
        disabledReason: tooLongToCurate(query),
        needs: 'search',
      },
    ];
  };
}
