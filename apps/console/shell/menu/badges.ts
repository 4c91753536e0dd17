import { CircleAlert, CircleMinus, Clock, type LucideIcon } from 'lucide-react';
import { type Translate, t } from '#ui/text/i18n.ts';
import { useFeeds } from './feeds.ts';
import { useSearchBadges } from './search-badges.ts';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';

const askEveryMs = 60_000;

/** How many queries without results are open; none for those who may not see them. */
function useOpenQueries(): number {
  const isAllowed = useAllowed(countOpenQueries.needs);
  const project = useProject();
  const isAsked = isAllowed && project !== null;
  const { data } = useQuery({ ...query(countOpenQueries, {}), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? (data?.count ?? 0) : 0;
}

/** How many check items are on alert; none for those who may not see them. */
function useCheckAlerts(): number {
  const isAllowed = useAllowed(countAlerts.needs);
  const project = useProject();
  const isAsked = isAllowed && project !== null;
  const { data } = useQuery({ ...query(countAlerts, {}), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? (data?.count ?? 0) : 0;
}

const troubled: readonly string[] = ['failed', 'held'];

/** More is told as `99+`. */
const mostCounted = 99;

/** What waits for somebody at an entry of the menu: work, never a size. */
export interface Badge {
  readonly kind: 'error' | 'waiting' | 'open';
  /** Nothing where a word says it. */
  readonly icon: LucideIcon | null;
  readonly shown: string;
  /** Said after the entry's name. */
  readonly spoken: string;
}

/** Where rows of a kind are kept, as releases name it. */
const screenOf: Readonly<Record<string, string>> = {
  synonyms: '/search-settings/synonyms',
  fixits: '/search-settings/fixit',
  stopwords: '/search-settings/stopwords',
  curations: '/search-settings/curations',
  boosts: '/search-settings/boost-manager',
  'boost-settings': '/search-settings/boost-manager',
};

const forMidnight = (t: Translate, count: number): Badge => ({
  kind: 'waiting',
  icon: Clock,
  shown: String(count),
  spoken: t('{count} wait for midnight', { count }),
});
const unpublished = (t: Translate): Badge => ({
  kind: 'waiting',
  icon: null,
  shown: t('draft'),
  spoken: t('a draft is not published'),
});
const found = (t: Translate, count: number): Badge => ({
  kind: 'waiting',
  icon: CircleMinus,
  shown: String(count),
  spoken: t('{count} rules need a look', { count }),
});

/** The badges of the menu by the address of their screen, the strongest first. What isn't known has none. */
export function useBadges(): ReadonlyMap<string, readonly Badge[]> {
  const { waiting, drafts, findings } = useSearchBadges();
  const feedCount = useFeeds().filter(({ last_import: last }) => last !== null && troubled.includes(last.state)).length;
  const alertCount = useCheckAlerts();
  const openCount = useOpenQueries();
  const badges = new Map<string, Badge[]>();
  const add = (source: string, badge: Badge) => {
    const path = screenOf[source];
    if (path !== undefined) badges.set(path, [...(badges.get(path) ?? []), badge]);
  };
  if (feedCount > 0) {
    const spoken = t('{count} feeds need attention', { count: feedCount });
    badges.set('/data/import', [{ kind: 'error', icon: CircleAlert, shown: String(feedCount), spoken }]);
  }
  if (alertCount > 0) {
    const spoken = t('{count} check items on alert', { count: alertCount });
    badges.set('/developer/check-items', [{ kind: 'error', icon: CircleAlert, shown: String(alertCount), spoken }]);
  }
  if (openCount > 0) {
    const spoken = t('{count} searches without results are open', { count: openCount });
    const shown = openCount > mostCounted ? `${mostCounted}+` : String(openCount);
    badges.set('/analytics/searches-without-results', [{ kind: 'open', icon: null, shown, spoken }]);
  }
  for (const [source, count] of Object.entries(waiting)) add(source, forMidnight(t, count));
  if (Object.keys(drafts).some((source) => source in screenOf)) add('boosts', unpublished(t));
  for (const [source, count] of Object.entries(findings)) add(source, found(t, count));
  return badges;
}
