import { Wrench } from 'lucide-react';
import { later } from '#ui/page/later.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';

export interface FixProblemProps {
  readonly of: Pick<Statistics, 'filter' | 'range'>;
  /** The queries of the page, the position of the first in the list, from 1, and the length of the list. */
  readonly among?: { readonly queries: readonly string[]; readonly first: number; readonly total: number };
}

const FixDrawer = later(async () => (await import('./fix-drawer.tsx')).FixDrawer);

export function FixProblemDrawer(drawer: FixProblemProps) {
  const [{ fix }] = useAddress();
  return <FixDrawer {...drawer} isOpen={fix !== undefined} />;
}

export function useFixAction(): (query: string) => readonly RowAction[] {
  const [, change] = useAddress();
  return (query) =>
    isMasked(query) ? [] : [{ label: t('Fix this problem'), icon: Wrench, isWorded: true, run: () => change({ fix: query }) }];
}
