import { Button, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterX, TriangleAlert } from 'lucide-react';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { t } from '#ui/text/i18n.ts';
import {
  applyCollection,
  type Collection,
  listCollections,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';

export function useForcing() {
  const { data: collections } = useQuery(query(listCollections, {}));
  const isOff = collections !== undefined && collections.every((one) => !one.force_stopwords || one.need_update);
  return { isOff, collections: collections ?? [] };
}

const refreshes = [listCollections];

/** The collections, with the switch that makes ignored terms act there. */
export function UsedIn() {
  const { isOff, collections } = useForcing();
  const refusal = useRefusal('data');
  const update = useAction(updateCollection, { refreshes });
  const apply = useAction(applyCollection, { refreshes });
  if (collections.length === 0) return null;
  const turn = async (collection: Collection, force_stopwords: boolean, isUndo = false): Promise<void> => {
    const { id, name, need_update: hasOthers } = collection;
    const text = force_stopwords
      ? t('Ignored terms are on in “{name}”.', { name })
      : t('Ignored terms are off in “{name}”.', { name });
    const undo = () => void turn(collection, !force_stopwords, true);
    // Also if the switch is gone by then. `useAction` shows a failure.
    const saved = await update.mutateAsync({ id, force_stopwords }).catch(() => null);
    if (saved === null) return;
    // Other saved settings of the collection wait for their own update.
    if (saved.need_update && !hasOthers) apply.mutate({ id });
    toast({ text, ...(!isUndo && { undo }) });
  };
  return (
    <NoticeBar
      icon={isOff ? TriangleAlert : FilterX}
      colour={isOff ? 'var(--aisle-waiting)' : 'var(--mantine-color-dimmed)'}
      text={isOff ? t('Ignored terms are off for all collections.') : t('Collections that ignore these terms')}
    >
      <Group gap="8px 24px">
        {collections.map((collection) => (
          <Group key={collection.id} gap={8}>
            <Switch
              label={collection.name}
              aria-label={t('Use ignored terms in “{name}”', { name: collection.name })}
              checked={collection.force_stopwords}
              disabled={refusal !== undefined || update.isPending || apply.isPending}
              title={refusal}
              onChange={(event) => void turn(collection, event.currentTarget.checked)}
            />
            {collection.need_update && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={refusal !== undefined}
                title={refusal}
                onClick={() => apply.mutate({ id: collection.id })}
              >
                {t('Update collection')}
              </Button>
            )}
          </Group>
        ))}
      </Group>
    </NoticeBar>
  );
}
