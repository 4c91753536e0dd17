import { useNavigate } from '@tanstack/react-router';
import { Pin, ScanSearch } from 'lucide-react';
import { maximumCurationQueryLength } from '#contract/limits.ts';
import { useCollection } from '#ui/collection/collection.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { curationPath, testerPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';

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
        label: t('Try in Query tester'),
        icon: ScanSearch,
        run: () => void navigate(linkTo(testerPath, { q: query, ...(c !== undefined && { c }) })),
        disabledReason: noTester,
      },
      {
        label: t('Add curation'),
        icon: Pin,
        run: () => void navigate(linkTo(curationPath, { id: 'new', query })),
        disabledReason: noCuration ?? tooLong(query, t),
      },
    ];
  };
}

const tooLong = (query: string, t: Translate): string | undefined =>
  query.length > maximumCurationQueryLength
    ? t('The query is longer than {max} characters.', { max: maximumCurationQueryLength })
    : undefined;
