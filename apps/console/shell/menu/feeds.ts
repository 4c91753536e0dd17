import { useQuery } from '@tanstack/react-query';
import { maximumPageSize } from '#contract/page.ts';
import { query } from '#ui/calls/queries.ts';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { listFeeds, type Feed } from '#features/data/feeds/feeds.contract.ts';

const askEveryMs = 60_000;
const none: readonly Feed[] = [];

/** The feeds of the project, asked for once for all that the shell says of them; none for those who may not see feeds. */
export function useFeeds(): readonly Feed[] {
  const isAllowed = useAllowed(listFeeds.needs);
  const project = useProject();
  const { data } = useQuery({
    ...query(listFeeds, { per_page: maximumPageSize }),
    enabled: isAllowed && project !== null,
    refetchInterval: askEveryMs,
  });
  return data?.items ?? none;
}
