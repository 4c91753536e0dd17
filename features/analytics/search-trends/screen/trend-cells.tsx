import { useNavigate } from '@tanstack/react-router';
import { Pin, ScanSearch } from 'lucide-react';
import { useCollection } from '#ui/collection/collection.ts';
import { Count } from '#ui/list/table-footer.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './search-trends.module.css';
import { testerLink, tooLongToCurate, curationPath } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { Column } from '#ui/list/table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';

interface Found {
  readonly query: string;
  /** Null for a redirect. */
  readonly item_count: number | null;
}

export const foundColumn = (look: Partial<Pick<Column<Found>, 'isSortable'>> = {}): Column<Found> => ({
  name: 'item_count',
  title: t('Found'),
  cell: (row) => <FoundCount {...row} />,
  isNumber: true,
  ...look,
});

function FoundCount({ query: q, item_count: count }: Found) {
  const c = useCollection()?.id;
  return (
    <span className={classes.found} data-none={count === 0}>
      <AllowedLink needs="developer" to={testerLink(q, c)}>
        {count === null ? t('Redirect') : formats.number(count)}
      </AllowedLink>
    </span>
  );
}

interface ClickRateProps {
  /** Null if clicks aren't tracked. */
  readonly clicks: number | null;
  readonly count: number;
}

export function ClickRate({ clicks, count }: ClickRateProps) {
  return clicks === null || count === 0 ? <Count of={null} /> : formats.percent(clicks / count);
}

/** Masked queries can't be searched again. */
export function useQueryActions(): (query: string, itemCount: number | null) => readonly RowAction[] {
  const navigate = useNavigate();
  const c = useCollection()?.id;
  const fix = useFixAction();
  const noCuration = useRefusal('search');
  const noTester = useRefusal('developer');
  return (query, itemCount) => {
    if (isMasked(query)) return [];
    return [
      ...(itemCount === 0 ? fix(query) : []),
      {
        label: t('Open in Query tester'),
        icon: ScanSearch,
        run: () => void navigate(testerLink(query, c)),
        disabledReason: noTester,
      },
      {
        label: t('Add curation'),
        icon: Pin,
        run: () => void navigate(linkTo(curationPath, { id: 'new', query })),
        disabledReason: noCuration ?? tooLongToCurate(query),
      },
    ];
  };
}
