import { Button } from '@mantine/core';
import { Menu, MenuItem } from '#ui/page/popup.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Minus, Plus } from 'lucide-react';
import { query, refresh, useAction } from '#ui/calls/queries.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import {
  addStopwordSet,
  listStopwordSets,
  removeStopwordSet,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';

const refreshed = [stopwords.list, listStopwordSets, readWaiting];

export function SetMenu() {
  const client = useQueryClient();
  const tellWaiting = useTellWaiting();
  const block = useSavingBlock();
  const { data: sets = [] } = useQuery(query(listStopwordSets, {}));
  const add = useAction(addStopwordSet);
  const remove = useAction(removeStopwordSet);
  const telling = (says: (count: number) => string) => ({
    async onSuccess({ changed }: { changed: number }) {
      await refresh(client, refreshed);
      tellWaiting(says(changed));
    },
  });
  const added = telling((count) => t('{count} words were added. They go live at midnight.', { count }));
  const removed = telling((count) => t('{count} words were deleted. Live ones stay until midnight.', { count }));
  return (
    <Menu
      position="bottom-end"
      widthPx={300}
      button={
        <Button
          variant="default"
          rightSection={<ChevronDown size={14} aria-hidden />}
          loading={add.isPending || remove.isPending}
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
          <MenuItem key={set} leftSection={<Minus size={16} aria-hidden />} onClick={() => remove.mutate({ set }, removed)}>
            {t('Remove “{name}”', { name: formats.language(set) })}
          </MenuItem>
        ))}
      {sets.map(({ set, word_count: count, new_count: missing }) => (
        <MenuItem
          key={set}
          leftSection={missing === 0 ? <Check size={16} aria-hidden /> : <Plus size={16} aria-hidden />}
          disabled={missing === 0}
          onClick={() => add.mutate({ set }, added)}
        >
          {formats.language(set)} · {t('{count} words', { count })}
          {missing > 0 && missing < count && `, ${t('{count} new', { count: missing })}`}
        </MenuItem>
      ))}
    </Menu>
  );
}
