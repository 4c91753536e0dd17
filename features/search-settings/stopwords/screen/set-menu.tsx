import { Button, Group } from '@mantine/core';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { Menu, MenuItem } from '#ui/page/popup.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Minus, Plus } from 'lucide-react';
import { query, refresh, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import {
  addStopwordSet,
  listStopwordSets,
  removeStopwordSet,
  type StopwordSet,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';

const refreshed = [stopwords.list, listStopwordSets, readWaiting];

function useSets() {
  const client = useQueryClient();
  const tellWaiting = useTellWaiting();
  const { data: sets = [] } = useQuery(query(listStopwordSets, {}));
  const add = useAction(addStopwordSet);
  const remove = useAction(removeStopwordSet);
  const addSet = (set: StopwordSet['set']) =>
    add.mutate(
      { set },
      {
        async onSuccess({ changed: count }) {
          await refresh(client, refreshed);
          tellWaiting('atMidnight', t('{count} words were added. They go live at midnight.', { count }));
        },
      },
    );
  const removeSet = (set: StopwordSet['set']) =>
    remove.mutate(
      { set },
      {
        async onSuccess({ changed: count }) {
          await refresh(client, refreshed);
          toast({
            text: t('{count} words were deleted. Live ones stay until midnight.', { count }),
            undo: () => addSet(set),
          });
        },
      },
    );
  return {
    sets,
    isBusy: add.isPending || remove.isPending,
    add: addSet,
    remove: removeSet,
  };
}

/** Adds the set of the project's language, where there is one. */
export function FirstSet({ add }: { readonly add: () => void }) {
  const { sets, isBusy, add: addSet } = useSets();
  const block = useSavingBlock();
  const own = sets.find(({ is_own: isOwn }) => isOwn);
  if (own === undefined) return <AddButton label={t('Add term')} onClick={add} />;
  return (
    <Group gap={8} justify="center">
      <Button
        leftSection={<Plus size={16} aria-hidden />}
        loading={isBusy}
        disabled={block !== undefined}
        title={block}
        onClick={() => addSet(own.set)}
      >
        {t('Add set “{name}”', { name: formats.language(own.set) })} · {t('{count} words', { count: own.word_count })}
      </Button>
      <Button variant="default" disabled={block !== undefined} title={block} onClick={add}>
        {t('Add term')}
      </Button>
    </Group>
  );
}

export function SetMenu() {
  const { sets, isBusy, add, remove } = useSets();
  const block = useSavingBlock();
  return (
    <Menu
      position="bottom-end"
      widthPx={300}
      button={
        <Button
          variant="default"
          rightSection={<ChevronDown size={14} aria-hidden />}
          loading={isBusy}
          disabled={block !== undefined}
          title={block}
        >
          {t('Add set')}
        </Button>
      }
    >
      {sets
        .filter(({ own_count: own }) => own > 0)
        .map(({ set }) => (
          <MenuItem key={set} leftSection={<Minus size={16} aria-hidden />} onClick={() => remove(set)}>
            {t('Remove “{name}”', { name: formats.language(set) })}
          </MenuItem>
        ))}
      {sets.map(({ set, word_count: count, new_count: missing }) => (
        <MenuItem
          key={set}
          leftSection={missing === 0 ? <Check size={16} aria-hidden /> : <Plus size={16} aria-hidden />}
          disabled={missing === 0}
          onClick={() => add(set)}
        >
          {formats.language(set)} · {t('{count} words', { count })}
          {missing > 0 && missing < count && `, ${t('{count} new', { count: missing })}`}
        </MenuItem>
      ))}
    </Menu>
  );
}
