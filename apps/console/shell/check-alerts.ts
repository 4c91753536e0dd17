import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { useAllowed, useProject } from '#console-kit/session/rights.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';

const askEveryMs = 60_000;

/** How many check items are on alert; none for those who may not see them. */
export function useCheckAlerts(): number {
  const isAllowed = useAllowed(countAlerts.needs);
  const project = useProject();
  const isAsked = isAllowed && project !== null;
  const { data } = useQuery({ ...query(countAlerts, {}), enabled: isAsked, refetchInterval: askEveryMs });
  return isAsked ? (data?.count ?? 0) : 0;
}
