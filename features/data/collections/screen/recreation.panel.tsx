import { Progress, Stack, Text } from '@mantine/core';
import { useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type Collection,
  listCollections,
  readCollection,
  recreateCollection,
  type Recreation,
} from '#features/data/collections/collections.contract.ts';

export function RecreateProgress({ recreation }: { readonly recreation: Recreation }) {
  const { state, built_count: built, total_count: total } = recreation;
  const share = total > 0 ? Math.min(100, (built / total) * 100) : 0;
  const isWaiting = state === 'waiting';
  return (
    <Stack gap={4} miw={140} aria-busy="true">
      <Progress size={6} value={share} animated={!isWaiting} aria-label={t('Rebuilding')} />
      <Text size="xs" c="dimmed" role="status">
        {isWaiting ? t('Queued') : t('{built} of {total} items', { built: formats.number(built), total: formats.number(total) })}
      </Text>
    </Stack>
  );
}

export function useRecreate(): (collection: Collection) => Promise<void> {
  const recreate = useAction(recreateCollection, { refreshes: [listCollections, readCollection] });
  return async ({ id, name, item_count: count }) => {
    const text = t('“{name}” is rebuilt from its {count} items. Search keeps working; the change shows when it’s done.', {
      name,
      count,
    });
    if (await confirm({ title: t('Recreate “{name}”?', { name }), text, confirmLabel: t('Recreate collection') }))
      recreate.mutate({ id });
  };
}
