import { useQueryClient } from '@tanstack/react-query';
import { CloudUpload, Hammer, Layers, Pencil, Trash2 } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { toast } from '#ui/calls/toast.ts';
import {
  applyCollection,
  listCollections,
  readCollection,
  removeCollection,
  type Collection,
  type DeletedAlong,
} from '#features/data/collections/collections.contract.ts';
import { isUnderWay, useRecreate } from './recreate.panel.tsx';

export function useRecreateBlock(): (collection: Collection) => string | undefined {
  return ({ recreation, built_at: builtAt }) => {
    if (isUnderWay(recreation)) return t('This collection is being rebuilt already.');
    return builtAt === null ? t('There are no items yet. Import a feed first.') : undefined;
  };
}

const alongTexts = (t: Translate, { own_items: items, own_phrases: phrases }: DeletedAlong): string[] => [
  ...(items > 0
    ? [t('No feed has {count} of the items: your server sent them, or they were added by hand.', { count: items })]
    : []),
  ...(phrases > 0 ? [t('{count} phrases that were added, hidden or boosted by hand are lost.', { count: phrases })] : []),
];

function useRemove(): (collection: Collection) => Promise<void> {
  const client = useQueryClient();
  const remove = useAction(removeCollection, {
    refreshes: 'everything',
    done: t('The collection was deleted.'),
  });
  return async ({ id, name, item_count: count }) => {
    let along: DeletedAlong;
    try {
      const { dependent_by: dependents, deleted_along: deletedAlong } = await client.fetchQuery({
        ...query(readCollection, { id }),
        staleTime: 0,
      });
      const names = dependents.map((one) => t('“{name}”', { name: one.name })).join(', ');
      if (dependents.length > 0) {
        const text = t('This collection is used by {dependents}. Delete that or choose another collection there first.', {
          dependents: names,
        });
        return toast({ text, kind: 'failure' });
      }
      along = deletedAlong;
    } catch (error) {
      return toast({ text: errorText(error), kind: 'failure' });
    }
    const text = t(
      '“{name}” will be deleted with its {count} items, its fields and its settings. Searches in it find nothing any more.',
      {
        name,
        count,
      },
    );
    const whole = [text, ...alongTexts(t, along)].join(' ');
    const confirmLabel = t('Delete collection');
    const isSure = await confirm({ title: t('Delete collection?'), text: whole, confirmLabel, isDanger: true, typed: name });
    if (isSure) remove.mutate({ id });
  };
}

export function useCollectionActions(): (collection: Collection) => readonly RowAction[] {
  const [, change] = useAddress();
  const [recreate, blockOf, remove] = [useRecreate(), useRecreateBlock(), useRemove()];
  const apply = useAction(applyCollection, {
    refreshes: [listCollections, readCollection],
    done: t('Searches use the new settings.'),
  });
  return (collection) => {
    const { id, need_update: needsUpdate } = collection;
    const noUpdate = needsUpdate ? undefined : t('Searches use the saved settings already.');
    return [
      { label: t('Edit collection'), icon: Pencil, run: () => change({ edit: id }), shortcut: 'e' },
      { label: t('Update collection'), icon: CloudUpload, run: () => apply.mutate({ id }), disabledReason: noUpdate },
      {
        label: t('Recreate collection'),
        icon: Hammer,
        run: () => void recreate(collection),
        disabledReason: blockOf(collection),
      },
      { label: t('Show generations'), icon: Layers, run: () => change({ show: id }) },
      { label: t('Delete collection'), icon: Trash2, run: () => void remove(collection), shortcut: 'Delete' },
    ];
  };
}
