import { Button, Text } from '@mantine/core';
import { ArrowUp, ScrollText } from 'lucide-react';
import { Table } from '#ui/list/table.tsx';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { Page } from '#ui/page/page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { Empty } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import {
  keptFailuresPerSecond,
  maskedValue,
  type ApiCall,
  listApiCalls,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import { columnsOf } from './call-cells.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { CallFilters } from './call-filters.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { type List, useListAddress } from '#ui/list/list.ts';
import { useAddress } from '#ui/state/address.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize } from '#contract/page.ts';

export default function ApiLogsPage() {
  const list = useApiCalls();
  return (
    <Page title={t('API logs')} purpose={t('API calls of the last 7 days.')} help={<Help />} toolbar={<CallFilters />}>
      <NewCalls list={list} />
      <Table
        label={t('API logs')}
        list={list}
        columns={columnsOf(t, list.answer?.headers ?? [])}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ call: id })}
        empty={<Empty icon={ScrollText} title={t('No calls in this range.')} text={t('Calls appear within a second.')} />}
      />
      {list.answer && list.answer.sampled_every > 1 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('Of successful shop calls, one in {n} is logged.', { n: list.answer.sampled_every })}{' '}
          {t('Failures are logged up to {max} a second per project.', { max: keptFailuresPerSecond })}
        </Text>
      )}
      <CallDrawer rows={list.rows} />
    </Page>
  );
}

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
        t('Calls of the console, shops and their servers, newest first.'),
        t('The log holds no bodies, tokens or passwords, and only the beginning of addresses. Hidden values are {mask}.', {
          mask: maskedValue,
        }),
        t('This screen’s own calls are not logged.'),
        t('The page address holds your filters: copy it to share them.'),
      ]}
    />
  );
}

const lookEveryMilliseconds = 10_000;

const filterNames = ['project_id', 'user_id', 'path', 'status', 'slower_than'] as const;

export interface CallList extends List<ApiCall> {
  readonly answer: OutputOf<typeof listApiCalls> | undefined;
  /** New calls that match the filters. */
  readonly newCount: number;
}

/** New calls are counted, and never move the list. */
export function useApiCalls(): CallList {
  const { replacePage, ...address } = useListAddress();
  const [known, change] = useAddress();
  const filters = Object.fromEntries(filterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
  const asked = { ...filters, ...(known['range'] !== undefined && { range: known['range'] }) };
  const { page } = address;
  /** Later pages start from the newest call of the first. */
  const [until, setUntil] = useState<number>();
  const input = { ...asked, page, per_page: defaultPageSize, ...(page > 1 && until !== undefined && { until }) };
  const answer = useQuery({
    ...followingQuery(listApiCalls, input as InputOf<typeof listApiCalls>),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  const { data, isPlaceholderData: isOther } = answer;
  const newest = data?.newest_id;
  const isFirst = page === 1 && !isOther;
  if (isFirst && newest !== undefined && newest !== until) setUntil(newest);
  useEffect(() => {
    if (data && !isOther && page > Math.max(data.total_pages, 1)) replacePage(data.total_pages);
  });

  const come = useQuery({
    ...query(listApiCalls, { ...asked, after: newest, per_page: 1 } as InputOf<typeof listApiCalls>),
    // An empty log has no newest call to go on from.
    enabled: isFirst && newest !== undefined && newest > 0,
    refetchInterval: lookEveryMilliseconds,
    retry: false,
  });

  return {
    rows: data?.items,
    answer: data,
    newCount: isFirst ? (come.data?.total_count ?? 0) : 0,
    filters,
    isEmpty: data?.items.length === 0 && Object.keys(filters).length === 0,
    totalCount: data?.total_count,
    totalPages: data?.total_pages ?? 1,
    hasMore: data?.has_more ?? false,
    isFetching: answer.isFetching,
    isOther,
    error: answer.error,
    retry: () => void answer.refetch(),
    clearFilters: () => change({ ...Object.fromEntries(filterNames.map((name) => [name, undefined])), page: undefined }),
    ...address,
  };
}
