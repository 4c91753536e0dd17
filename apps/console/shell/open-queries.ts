import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { useAllowed, useProject } from '#console-kit/session/rights.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';

const askEveryMs = 60_000;

/** How many queries without results are open; none for those who may not see them. */
export function useOpenQueries(): number {
  const isAllowed = useAllowed(countOpenQueries.needs);
  const project = useProject();
  const isAsked = isAllowed && project !== null;
  const { data } = useQuery({ ...query(countOpenQueries, {}), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? (data?.count ?? 0) : 0;
}
