import { Loaded, Empty, RowSkeletons } from '#ui/page/states.tsx';
import { Button, Stack, Box, Text } from '@mantine/core';
import { ArrowLeft, DatabaseZap } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useAddress, type Address } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { query, followingQuery } from '#ui/calls/queries.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import {
  readPublishedRow,
  loadPublishedRows,
  type PublishedRow,
} from '#features/developer/published-rows/published-rows.contract.ts';
import { defaultPageSize } from '#contract/page.ts';
import type { List, Order } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { formats } from '#ui/text/format.ts';

/** Calls go on, and rows come and end. */
const lookEveryMilliseconds = 10_000;

interface PublishedRowTableProps {
  readonly opens: (row: PublishedRow) => Address;
}

/** Answers to the shop that are kept now, the newest first. */
function PublishedRowTable({ opens }: PublishedRowTableProps) {
  const list = usePublishedRows();
  return (
    <>
      {!list.isEmpty && (
        <Box mb={12}>
          <SearchInput list={list} label={t('Search keys')} />
        </Box>
      )}
      <Table
        label={t('Published rows')}
        list={list}
        keyOf={({ id }) => id}
        opens={opens}
        columns={[
          { name: 'key', title: t('Key'), cell: ({ key }) => <Key text={key} /> },
          { name: 'endpoint', title: t('Endpoint'), cell: ({ endpoint }) => endpoint, isSortable: true },
          {
            name: 'release',
            title: t('Release'),
            cell: ({ release }) => formats.number(release),
            isNumber: true,
            isSortable: true,
          },
          { name: 'generation', title: t('Generation'), cell: ({ generation }) => generation, isTitledOnCard: true },
          { name: 'age', title: t('Age'), cell: ({ age }) => formats.duration(age), isNumber: true, isSortable: true },
          { name: 'ttl', title: t('TTL'), cell: ({ ttl }) => `${formats.number(ttl)}\u00A0s`, isNumber: true, isSortable: true },
          { name: 'bytes', title: t('Size'), cell: (row) => formats.bytes(row.bytes), isNumber: true, isSortable: true },
          { name: 'rows', title: t('Rows'), cell: ({ rows }) => (rows === null ? '–' : formats.number(rows)), isNumber: true },
        ]}
        empty={
          <Empty
            icon={DatabaseZap}
            title={t('Nothing is cached now.')}
            text={t('Cached responses appear here from your shop’s next call on.')}
          />
        }
      />
    </>
  );
}

const Key = ({ text }: { readonly text: string }) => (
  <Text component="span" ff="monospace" size="xs" lineClamp={2} title={text} style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

/** Local search, sort and page: the address holds the state of the page behind the drawer. */
function usePublishedRows(): List<PublishedRow> {
  const [{ search, sort, order, page }, set] = useState({ search: '', sort: 'age', order: 'asc' as Order, page: 1 });
  const input = { search, sort, order, page, per_page: defaultPageSize };
  const answer = useQuery({ ...followingQuery(loadPublishedRows, input), refetchInterval: lookEveryMilliseconds });
  const change = (what: Partial<typeof input>) => set({ search, sort, order, page: 1, ...what });
  return {
    rows: answer.data?.items,
    isEmpty: answer.data?.items.length === 0 && search === '',
    totalCount: answer.data?.total_count,
    totalPages: answer.data?.total_pages ?? 1,
    isFetching: answer.isFetching,
    isOther: answer.isPlaceholderData,
    error: answer.error,
    retry: () => void answer.refetch(),
    search,
    setSearch: (text) => change({ search: text }),
    sort,
    order,
    setSort: (by, direction) => change({ sort: by, order: direction }),
    page,
    setPage: (next) => change({ page: next }),
  };
}

interface PublishedRowProps {
  readonly id: string;
  readonly showAll: () => void;
}

/** The row may have expired since it was listed. */
const PublishedRowView = ({ id, showAll }: PublishedRowProps) => (
  <Stack align="stretch" gap={12}>
    <Button
      variant="default"
      size="xs"
      leftSection={<ArrowLeft size={14} aria-hidden />}
      onClick={showAll}
      style={{ alignSelf: 'start' }}
    >
      {t('All published rows')}
    </Button>
    <Loaded query={query(readPublishedRow, { id })} skeleton={<RowSkeletons />}>
      {({ json }) => <CodeBlock code={indented(json)} copyLabel={t('Copy JSON')} />}
    </Loaded>
  </Stack>
);

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

const allRows = 'all';

/** Opens what the cache holds of the shop's answers. Its address is `?published=all`, that of a row `?published=<id>`. */
export function PublishedRows() {
  const [{ published }, change] = useAddress();
  const open = (what: string | undefined) => change({ published: what });
  return (
    <>
      <Button variant="default" leftSection={<DatabaseZap size={16} aria-hidden />} onClick={() => open(allRows)}>
        {t('Published rows')}
      </Button>
      <SideDrawer isWide isOpen={published !== undefined} title={t('Published rows')} onClose={() => open(undefined)}>
        {published === allRows && <PublishedRowTable opens={({ id }) => ({ published: id })} />}
        {published !== undefined && published !== allRows && <PublishedRowView id={published} showAll={() => open(allRows)} />}
      </SideDrawer>
    </>
  );
}
