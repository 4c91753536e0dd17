import { useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { maximumPageSize } from '#contract/page.ts';
import { query } from '#ui/calls/queries.ts';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { listFeeds, type Feed } from '#features/data/feeds/feeds.contract.ts';

const askEveryMs = 60_000;
const noFeeds: readonly Feed[] = [];

/** Asked every minute. Undefined without the right or a project. */
export function usePolled<E extends Endpoint>(endpoint: E, input: InputOf<E>): OutputOf<E> | undefined {
  const isAllowed = useAllowed(endpoint.needs);
  const isAsked = useProject() !== null && isAllowed;
  const { data } = useQuery({ ...query(endpoint, input), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? data : undefined;
}

export const useFeeds = (): readonly Feed[] => usePolled(listFeeds, { per_page: maximumPageSize })?.items ?? noFeeds;
