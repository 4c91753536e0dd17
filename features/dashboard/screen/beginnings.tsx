import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { OfferMadeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.panel.tsx';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import type { Work } from './work-row.tsx';

/** What makes sense first in a project that no visitor has searched yet. What is done is gone. */
export function useBeginnings(state: ProjectState): Work[] {
  const [mayAddFeeds, mayAddRules] = [useAllowed('data'), useAllowed('search')];
  const { is_tracked: isTracked, item_count: itemCount, feed_count: feedCount } = state;
  const canMakeUpVisitors = useCanMakeUpVisitors(isTracked);
  if (isTracked) return [];
  const work: Work[] = [];
  if (mayAddFeeds && itemCount === 0 && feedCount === 0)
    work.push({
      key: 'feed',
      kind: 'beginning',
      text: t('Import your products'),
      details: t('Add a feed of your shop. We detect its format.'),
      to: linkTo('/data/import', { edit: 'new' }),
    });
  if (mayAddRules && itemCount > 0 && !state.has_synonym)
    work.push({
      key: 'synonym',
      kind: 'beginning',
      text: t('Add your first synonym'),
      details: t('People say “fridge”, your catalogue says “refrigerator”. Tell search that it is the same.'),
      to: linkTo('/search-settings/synonyms', { edit: 'new' }),
    });
  if (mayAddRules && itemCount > 0 && !state.has_curation)
    work.push({
      key: 'curation',
      kind: 'beginning',
      text: t('Add your first curation'),
      details: t('Choose which items come first for a query that matters to you.'),
      to: linkTo('/search-settings/curations/edit', { id: 'new' }),
    });
  if (canMakeUpVisitors && itemCount > 0)
    work.push({
      key: 'visitors',
      kind: 'beginning',
      text: t('See what the figures of visitors look like'),
      action: <OfferMadeUpVisitors areMadeUp={false} />,
    });
  return work;
}

/** In a sample shop, which nobody else visits; its owner alone may. */
function useCanMakeUpVisitors(isTracked: boolean): boolean {
  const mayOwn = useAllowed('owner');
  const isAsked = mayOwn && !isTracked;
  const { data } = useQuery({ ...query(readStatisticsContext, {}), enabled: isAsked });
  return isAsked && data?.are_visitors_made_up === false;
}
