import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { maximumCurationQueryLength, maximumCheckedQueryLength } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { linkTo, useAddress, type LinkTarget } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { curationPath, checkItemsPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { StatisticsFilter } from '#features/analytics/statistics/statistics.contract.ts';
import { readTrendingItem } from '#features/analytics/trending-items/trending-items.contract.ts';

const offeredQueries = 5;
const askAgainMs = 2_000;

/** Opens a curation with a query and the item. Its address is `?promote=<item>&of=<collection>`. */
export function PromoteDialog({ filter }: { readonly filter: StatisticsFilter }) {
  const [{ promote: id, of: c }, change] = useAddress();
  const close = () => change({ promote: undefined, of: undefined });
  return (
    <Modal
      opened={id !== undefined}
      onClose={close}
      title={t('Promote for a query')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {id !== undefined && c !== undefined && <Choice key={id} id={id} c={c} filter={filter} close={close} />}
    </Modal>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly c: number;
  readonly filter: StatisticsFilter;
  readonly close: () => void;
}

function Choice({ id, c, filter, close }: ChoiceProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { data } = useQuery({
    ...query(readTrendingItem, { ...filter, id, c }),
    // Clicks are counted before their searches are known.
    refetchInterval: ({ state }) => state.data?.queries.length === 0 && askAgainMs,
  });
  const open = (chosen: string) => void navigate(linkTo(curationPath, { id: 'new', query: chosen, promote: id, c }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '') open(text.trim());
  };
  const offered = (data?.queries ?? [])
    .filter(({ query: one }) => one.length <= maximumCurationQueryLength)
    .slice(0, offeredQueries);
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={t('Query')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          maxLength={maximumCurationQueryLength}
          data-autofocus
        />
        {offered.length > 0 && (
          <Group gap={6} role="group" aria-label={t('Queries that lead here')}>
            <Text size="xs" c="dimmed">
              {t('Queries that lead here')}
            </Text>
            {offered.map(({ query: one }) => (
              <Button key={one} size="compact-xs" variant="default" maw="100%" onClick={() => open(one)}>
                {one}
              </Button>
            ))}
          </Group>
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            {t('Add curation')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function watchLink(id: string, c: number, queries: readonly { readonly query: string }[]): LinkTarget {
  const term = queries.find(({ query: one }) => one.length <= maximumCheckedQueryLength)?.query;
  return linkTo(checkItemsPath, { c, edit: 'new', elastic_item_id: id, ...(term !== undefined && { term }) });
}

/** Also without queries, if they can't be loaded. */
export function useWatchItem(filter: StatisticsFilter): (id: string, c: number) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (id, c) => {
    const known = await client.fetchQuery(query(readTrendingItem, { ...filter, id, c })).catch(() => undefined);
    await navigate(watchLink(id, c, known?.queries ?? []));
  };
}
