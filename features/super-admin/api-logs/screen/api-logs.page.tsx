import { Button, Text } from '@mantine/core';
import { ArrowUp, ScrollText } from 'lucide-react';
import { Table } from '#ui/list/table.tsx';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { Page } from '#ui/page/page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { Empty } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import { keptFailuresPerSecond, maskedValue } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { columnsOf } from './call-cells.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { CallFilters } from './call-filters.tsx';
import { type CallList, useApiCalls } from './use-api-calls.tsx';

export default function ApiLogsPage() {
  const list = useApiCalls();
  return (
    <Page
      title={t('API logs')}
      purpose={t('Who called what in the last 7 days, and how it ended.')}
      help={<Help />}
      toolbar={<CallFilters />}
    >
      <NewCalls list={list} />
      <Table
        label={t('API logs')}
        list={list}
        columns={columnsOf(t, list.answer?.headers ?? [])}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ call: id })}
        empty={
          <Empty icon={ScrollText} title={t('No calls in this range.')} text={t('Calls are here a second after their answer.')} />
        }
      />
      {list.answer && list.answer.sampled_every > 1 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('Of calls of shops that go well, every {n}th is kept.', { n: list.answer.sampled_every })}{' '}
          {t('Those that fail are kept beside them, up to {max} a second of each project.', { max: keptFailuresPerSecond })}
        </Text>
      )}
      <CallDrawer rows={list.rows} />
    </Page>
  );
}

/** Calls that have come since the list was read. They never jump in. */
function NewCalls({ list: { newCount, isFetching, retry } }: { readonly list: CallList }) {
  if (newCount === 0) return null;
  return (
    <NoticeBar icon={ArrowUp} colour="var(--mantine-primary-color-filled)" text={t('{count} new calls', { count: newCount })}>
      <Button variant="default" size="xs" loading={isFetching} onClick={retry}>
        {t('Show')}
      </Button>
    </NoticeBar>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('What the console, shops and their servers have called, newest first, and how each call ended.'),
        t(
          'The log has no bodies, no tokens and no passwords, and of addresses only their beginning. What it must not hold is {mask}.',
          { mask: maskedValue },
        ),
        t('Looking at this screen is not noted in it: it would show little else.'),
        t('Filters and the open call are in the address: copy it to show another administrator what you see.'),
      ]}
    />
  );
}
