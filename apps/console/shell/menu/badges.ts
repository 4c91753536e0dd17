import { CircleAlert, CircleMinus, Clock, type LucideIcon } from 'lucide-react';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Translate, t } from '#ui/text/i18n.ts';
import { onWrite } from '#ui/calls/api.ts';
import { refresh, query } from '#ui/calls/queries.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { readBadges, readFindings } from '#features/search-settings/linter/linter.contract.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { maximumPageSize } from '#contract/page.ts';
import { useAllowed, useProject } from '#ui/state/session.ts';
import { listFeeds, type Feed } from '#features/data/feeds/feeds.contract.ts';

const askEveryMs = 60_000;
const noFeeds: readonly Feed[] = [];

/** Asked every minute. Undefined without the right or a project. */
function usePolled<E extends Endpoint>(endpoint: E, input: InputOf<E>): OutputOf<E> | undefined {
  const isAllowed = useAllowed(endpoint.needs);
  const isAsked = useProject() !== null && isAllowed;
  const { data } = useQuery({ ...query(endpoint, input), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? data : undefined;
}

export const useFeeds = (): readonly Feed[] => usePolled(listFeeds, { per_page: maximumPageSize })?.items ?? noFeeds;

/** Debounces several writes. */
const afterWritesMs = 500;

/** What waits in the search settings; also asked after own writes. */
function useSearchBadges() {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onWrite(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(client, [readBadges, readFindings]), afterWritesMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return usePolled(readBadges, {}) ?? { waiting: {}, drafts: {}, findings: {} };
}

const troubled: readonly string[] = ['failed', 'held'];

const mostCounted = 99;

/** Work that waits at a menu entry, never a size. */
export interface Badge {
  readonly kind: 'error' | 'waiting' | 'open';
  readonly icon: LucideIcon | null;
  readonly shown: string;
  readonly spoken: string;
}

/** Menu path by the source of releases. */
const screenOf: Readonly<Record<string, string>> = {
  synonyms: '/search-settings/synonyms',
  fixits: '/search-settings/fixit',
  stopwords: '/search-settings/stopwords',
  curations: '/search-settings/curations',
  banners: '/search-settings/banners',
  boosts: '/search-settings/boost-manager',
  'boost-settings': '/search-settings/boost-manager',
};

const forMidnight = (t: Translate, count: number): Badge => ({
  kind: 'waiting',
  icon: Clock,
  shown: String(count),
  spoken: t('{count} wait for midnight', { count }),
});
const unpublished = (t: Translate, count: number): Badge => ({
  kind: 'waiting',
  icon: Clock,
  shown: String(count),
  spoken: t('a draft is not published'),
});
const found = (t: Translate, count: number): Badge => ({
  kind: 'waiting',
  icon: CircleMinus,
  shown: String(count),
  spoken: t('{count} rules need a look', { count }),
});

/** By path, the strongest first. */
export function useBadges(): ReadonlyMap<string, readonly Badge[]> {
  const { waiting, drafts, findings } = useSearchBadges();
  const feedCount = useFeeds().filter(({ last_import: last }) => last !== null && troubled.includes(last.state)).length;
  const alertCount = usePolled(countAlerts, {})?.count ?? 0;
  const openCount = usePolled(countOpenQueries, {})?.count ?? 0;
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
  const unpublishedCount = Object.entries(drafts).reduce((sum, [source, count]) => sum + (source in screenOf ? count : 0), 0);
  if (unpublishedCount > 0) add('boosts', unpublished(t, unpublishedCount));
  for (const [source, count] of Object.entries(findings)) add(source, found(t, count));
  return badges;
}
