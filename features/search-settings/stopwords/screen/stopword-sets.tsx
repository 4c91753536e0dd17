import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Minus, Plus } from 'lucide-react';
import { query, refresh, useAction } from '#ui/calls/queries.ts';
import { toast, undoMs } from '#ui/calls/toast.ts';
import { useProject } from '#ui/state/session.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { useRegenerate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import {
  addStopwordSet,
  listStopwordSets,
  removeStopwordSet,
  type StopwordSet,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';

const shown = [stopwords.list, listStopwordSets, readWaiting];

function useSets() {
  const client = useQueryClient();
  const regenerate = useRegenerate();
  const add = useAction(addStopwordSet);
  const remove = useAction(removeStopwordSet);
  const done = async (text: string) => {
    // Who regenerates at once has checked what waits now.
    await refresh(client, shown);
    toast({ text, action: { label: t('Regenerate'), run: regenerate }, durationMs: undoMs });
  };
  return {
    isBusy: add.isPending || remove.isPending,
    add: (set: StopwordSet['set']) =>
      add.mutate(
        { set },
        { onSuccess: ({ changed: count }) => void done(t('{count} words were added. They wait for midnight.', { count })) },
      ),
    remove: (set: StopwordSet['set']) =>
      remove.mutate(
        { set },
        {
          onSuccess: ({ changed: count }) =>
            void done(t('{count} words were deleted. Live ones stay until midnight.', { count })),
        },
      ),
  };
}

export function SetMenu() {
  const block = useSavingBlock();
  const { data: sets = [] } = useQuery(query(listStopwordSets, {}));
  const { add, remove, isBusy } = useSets();
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<ChevronDown size={14} aria-hidden />}
          loading={isBusy}
          disabled={block !== undefined}
          title={block}
        >
          {t('Add set')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {sets
          .filter(({ own_count: own }) => own > 0)
          .map(({ set }) => (
            <Menu.Item key={set} leftSection={<Minus size={16} aria-hidden />} onClick={() => remove(set)}>
              {t('Remove set: {language}', { language: formats.language(set) })}
            </Menu.Item>
          ))}
        {sets.map(({ set, word_count: count, new_count: missing }) => (
          <Menu.Item
            key={set}
            leftSection={missing === 0 ? <Check size={16} aria-hidden /> : <Plus size={16} aria-hidden />}
            disabled={missing === 0}
            onClick={() => add(set)}
          >
            {formats.language(set)} · {t('{count} words', { count })}
            {missing > 0 && missing < count && `, ${t('{count} new', { count: missing })}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function AddOwnSet() {
  const block = useSavingBlock();
  const language = useProject()?.language;
  const { data: sets = [] } = useQuery(query(listStopwordSets, {}));
  const { add, isBusy } = useSets();
  const own = sets.find(({ set }) => set === language)?.set;
  if (own === undefined) return null;
  return (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      loading={isBusy}
      disabled={block !== undefined}
      title={block}
      onClick={() => add(own)}
    >
      {t('Add set: {language}', { language: formats.language(own) })}
    </Button>
  );
}
