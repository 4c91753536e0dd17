import { Button, Group, Stack, Text } from '@mantine/core';
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
import { msg, t } from '#ui/text/i18n.ts';
import { loadPublishedRows, type PublishedRow } from '#features/developer/published-rows/published-rows.contract.ts';

const pollMs = 10_000;

/** By the name of the call. */
const callTitles: Readonly<Record<string, string>> = {
  search: msg('Search'),
  autocomplete: msg('Autocomplete'),
  catalog: msg('Category page'),
  item: msg('Product page'),
  similar: msg('Similar items'),
  bought_together: msg('Bought together'),
  also_viewed: msg('Also viewed'),
  trending: msg('Trending items'),
  multi: msg('Several searches at once'),
  events: msg('Clicks and purchases'),
};

export const callTitle = (name: string): string => t(callTitles[name] ?? name);

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
      {!list.isEmpty && (
        <Group>
          <SearchInput list={list} label={t('Search the list')} />
        </Group>
      )}
      <Table
        label={t('Cached responses')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'key', title: t('Query'), cell: (row) => <Asked row={row} /> },
          { name: 'endpoint', title: t('Endpoint'), cell: ({ endpoint }) => callTitle(endpoint) },
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

/** The query, path or id of the call, and the parameters that are set. */
function Asked({ row: { key } }: { readonly row: PublishedRow }) {
  const asked = askedOf(key);
  const { query, q, page, ...others } = Object.assign({}, ...asked.filter((one) => typeof one === 'object')) as Parameters;
  const name = [query, q, ...asked].find((one): one is string => typeof one === 'string' && one !== '');
  const further = Object.entries({ ...others, ...(page !== 1 && { page }) }).filter(([, value]) => isSet(value));
  return (
    <span title={key} style={{ overflowWrap: 'anywhere' }}>
      {name ?? '–'}
      {further.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {further.map(([parameter, value]) => `${parameter}: ${textOf(value)}`).join(' · ')}
        </Text>
      )}
    </span>
  );
}

type Parameters = Readonly<Record<string, unknown>>;

/** Keys are `[project, endpoint, place, asked]` as JSON. */
const askedOf = (key: string): readonly unknown[] => [(JSON.parse(key) as unknown[])[3]].flat();

const isSet = (value: unknown): boolean => !['null', 'false', '""', '[]'].includes(JSON.stringify(value));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
