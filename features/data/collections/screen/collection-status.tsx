import { Stack } from '@mantine/core';
import { msg, t } from '#console-kit/text/i18n.ts';
import { Status, type StatusKind } from '#console-kit/page/status.tsx';
import type { Collection } from '#features/data/collections/collections.contract.ts';
import { RecreateProgress } from './recreate-progress.tsx';
import { isUnderWay } from './recreate-watch.tsx';

const words: Readonly<Record<Collection['health'], { readonly kind: StatusKind; readonly word: string }>> = {
  good: { kind: 'live', word: msg('Live') },
  degraded: { kind: 'waiting', word: msg('Live, being repaired') },
  bad: { kind: 'error', word: msg('Damaged, import it again') },
  outdated: { kind: 'waiting', word: msg('Being rebuilt after an update') },
  down: { kind: 'error', word: msg('Search is not reachable') },
  empty: { kind: 'neutral', word: msg('No items yet') },
};

export function CollectionStatus({ collection }: { readonly collection: Collection }) {
  const { health, recreation, waiting_changes: count, need_update: needsUpdate } = collection;
  if (recreation !== null && isUnderWay(recreation)) return <RecreateProgress recreation={recreation} />;
  return (
    <Stack gap={2} align="flex-start">
      <Status kind={words[health].kind} label={t(words[health].word)} />
      {recreation?.state === 'failed' && <Status kind="error" label={t('Could not be built anew')} />}
      {count > 0 && <Status kind="waiting" label={t('{count} changes wait for recreate', { count })} />}
      {needsUpdate && <Status kind="waiting" label={t('Settings wait for update')} />}
    </Stack>
  );
}
