import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type Collection, listCollections, type Recreation } from '#features/data/collections/collections.contract.ts';
import { query, refreshEverything } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useAllowed, useProject } from '#ui/state/session.ts';

const askEveryMs = 1_000;

export const isUnderWay = (recreation: Recreation | null): boolean =>
  recreation?.state === 'waiting' || recreation?.state === 'running';

/** Reported once each. */
const followed = new Set<number>();

function useRecreateWatch(isEnabled: boolean): void {
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
    const text = t("“{name}” could not be rebuilt. Live items don't change; try again.", { name });
    toast({ text, kind: 'failure', action });
  }
}

const rebuildPollMs = 2_000;

const isOutdated = ({ health }: Collection): boolean => health === 'outdated';

/** Also reports the ends of rebuilds. */
export function RebuildBar() {
  const isEnabled = useProject() !== null;
  useRecreateWatch(useAllowed('data') && isEnabled);
  const { data: collections = [] } = useQuery({
    ...query(listCollections, {}),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some(isOutdated) ? rebuildPollMs : false),
  });
  return collections.filter(isOutdated).map((collection) => <OneRebuild key={collection.id} collection={collection} />);
}

function OneRebuild({ collection: { name, recreation } }: { readonly collection: Collection }) {
  if (recreation?.state === 'failed')
    return (
      <NoticeBar
        icon={TriangleAlert}
        colour="var(--mantine-color-error)"
        text={t('Search in “{name}” could not be rebuilt. Check disk space and the server log. It retries within 5 minutes.', {
          name,
        })}
      />
    );
  const share = recreation === null || recreation.total_count === 0 ? 0 : recreation.built_count / recreation.total_count;
  return (
    <NoticeBar
      icon={RefreshCw}
      colour="var(--aisle-waiting)"
      text={t('Search in “{name}” is being rebuilt after an update: {done} done.', {
        name,
        done: formats.percent(Math.min(1, share)),
      })}
    />
  );
}
