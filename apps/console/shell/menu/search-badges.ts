import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { onWrite } from '#ui/calls/writes.ts';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { readBadges, readFindings } from '#features/search-settings/linter/linter.contract.ts';

const askEveryMs = 60_000;
/** Several writes in a row are followed by one question. */
const afterWritesMs = 500;

const none: OutputOf<typeof readBadges> = { waiting: {}, drafts: {}, findings: {} };

/** What waits in the search settings, asked again each minute and after own writes. Nothing for those who may not see them. */
export function useSearchBadges(): OutputOf<typeof readBadges> {
  const client = useQueryClient();
  const isAllowed = useAllowed(readBadges.needs);
  const project = useProject();
  const isAsked = isAllowed && project !== null;
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
  const { data } = useQuery({ ...query(readBadges, {}), enabled: isAsked, refetchInterval: askEveryMs });
  return (isAsked ? data : undefined) ?? none;
}
