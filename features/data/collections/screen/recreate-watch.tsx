import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '#ui/text/i18n.ts';
import { query, refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { listCollections, type Collection, type Recreation } from '#features/data/collections/collections.contract.ts';

const askEveryMs = 1_000;

export const isUnderWay = (recreation: Recreation | null): boolean =>
  recreation?.state === 'waiting' || recreation?.state === 'running';

/** Runs that were seen under way; each is told of once. */
const followed = new Set<number>();

export function useRecreateWatch(isEnabled: boolean): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: collections = [] } = useQuery({
    ...query(listCollections, {}),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some((one) => isUnderWay(one.recreation)) ? askEveryMs : false),
  });
  useEffect(() => {
    for (const collection of collections) {
      const { recreation } = collection;
      if (recreation === null) continue;
      if (isUnderWay(recreation)) followed.add(recreation.id);
      else if (followed.delete(recreation.id)) {
        void refreshEverything(client);
        tell(collection, recreation, () => void navigate({ to: '/data/collections' }));
      }
    }
  }, [client, collections, navigate]);
}

function tell({ name }: Collection, { state, total_count: count }: Recreation, show: () => void): void {
  const action = { label: t('Show'), run: show };
  if (state === 'done') toast({ text: t('“{name}” is rebuilt: {count} items.', { name, count }), action });
  else {
    const text = t('“{name}” could not be rebuilt. What was live stays live; try it again.', { name });
    toast({ text, kind: 'failure', action });
  }
}
