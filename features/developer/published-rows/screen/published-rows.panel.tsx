import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DatabaseZap } from 'lucide-react';
import { useState } from 'react';
import { defaultPageSize } from '#contract/page.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { loadPublishedRows } from '#features/developer/published-rows/published-rows.contract.ts';

const pollMs = 10_000;

/** Opens the cached responses to the shop, at `?published=all`. */
export function PublishedRows() {
  const [{ published }, change] = useAddress();
  return (
    <>
      <Button variant="default" leftSection={<DatabaseZap size={16} aria-hidden />} onClick={() => change({ published: 'all' })}>
        {t('Cached responses')}
      </Button>
      <SideDrawer
        isWide
        isOpen={published !== undefined}
        title={t('Cached responses')}
        onClose={() => change({ published: undefined })}
      >
        {published !== undefined && <Rows />}
      </SideDrawer>
    </>
  );
}

/** The address holds the state of the page behind the drawer, so search and page are local. */
function Rows() {
  const [{ search, page }, set] = useState({ search: '', page: 1 });
  const input = { search, page, per_page: defaultPageSize };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...followingQuery(loadPublishedRows, input),
    refetchInterval: pollMs,
  });
  const list = {
    rows: data?.items,
    isEmpty: data?.items.length === 0 && search === '',
    totalCount: data?.total_count,
    totalPages: data?.total_pages ?? 1,
    isFetching,
    isOther: isPlaceholderData,
    error,
    retry: () => void refetch(),
    search,
    setSearch: (text: string) => set({ search: text, page: 1 }),
    sort: undefined,
    order: 'asc' as const,
    setSort: () => undefined,
    page,
    setPage: (next: number) => set({ search, page: next }),
  };
  return (
    <Stack gap={12}>
      {!list.isEmpty && <SearchInput list={list} label={t('Search the list')} />}
      <Table
        label={t('Cached responses')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'key', title: t('Key'), cell: ({ key }) => <Key text={key} /> },
          { name: 'endpoint', title: t('Endpoint'), cell: ({ endpoint }) => endpoint },
          { name: 'release', title: t('Release'), cell: ({ release }) => formats.number(release), isNumber: true },
          { name: 'age', title: t('Age'), cell: ({ age }) => formats.duration(age), isNumber: true },
          { name: 'ttl', title: t('TTL'), cell: ({ ttl }) => formats.duration(ttl), isNumber: true },
          { name: 'bytes', title: t('Size'), cell: ({ bytes }) => formats.bytes(bytes), isNumber: true },
        ]}
        empty={
          <Empty
            icon={DatabaseZap}
            title={t('Nothing is cached now.')}
            text={t('Cached responses appear here from your shop’s next call on.')}
          />
        }
      />
    </Stack>
  );
}

const Key = ({ text }: { readonly text: string }) => (
  <Text component="span" ff="monospace" size="xs" lineClamp={2} title={text} style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);
