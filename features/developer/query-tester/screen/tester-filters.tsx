import { Button, CloseButton, Group, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState, useDeferredValue } from 'react';
import * as z from 'zod/mini';
import { useQuery } from '@tanstack/react-query';
import type { SearchData, FoundItem } from '#contract/search.ts';
import { availabilityWords } from '#ui/item/item-cell.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import classes from './query-tester.module.css';
import type { OutputOf } from '#contract/endpoint.ts';
import type { List } from '#ui/list/list.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { testQuery } from '#contract/test-query.ts';
import { triedInput, type TriedSearch } from './tried-search.panel.tsx';

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Range = z.object({ from: z.optional(z.number()), to: z.optional(z.number()) });
const Filters = z.record(z.string(), z.union([z.array(Value), Range]));
type Filters = z.output<typeof Filters>;
type FilterValue = z.output<typeof Value>;

export interface TesterFilters {
  /** As the call accepts them; empty without any. */
  readonly text: string;
  readonly all: Filters;
  readonly set: (field: string, values: readonly FilterValue[]) => void;
  readonly clear: () => void;
}

export function useTesterFilters(): TesterFilters {
  const [{ filters = '' }, change] = useAddress();
  const all = parse(filters);
  const write = (next: Filters) => (Object.keys(next).length > 0 ? JSON.stringify(next) : '');
  return {
    text: write(all),
    all,
    set: (field, values) => {
      const { [field]: _, ...others } = all;
      change({ filters: write(values.length > 0 ? { ...others, [field]: [...values] } : others), page: undefined });
    },
    clear: () => change({ filters: undefined, page: undefined }),
  };
}

function parse(text: string): Filters {
  try {
    const parsed = z.safeParse(Filters, JSON.parse(text));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

const fieldNames = { category: msg('Category'), brand: msg('Brand'), price: msg('Price'), availability: msg('Stock') } as const;
/** The others are found by typing. */
const offeredValues = 50;

interface FilterChipsProps {
  readonly facets: SearchData['facets'];
  readonly filters: TesterFilters;
}

/** Active filters as chips, and a list of all others. */
export function FilterChips({ facets, filters: { all, set, clear } }: FilterChipsProps) {
  const [typed, setTyped] = useState('');
  const nameOf = (field: string): string =>
    facets.find((facet) => facet.field === field)?.label ??
    (Object.hasOwn(fieldNames, field) ? t(fieldNames[field as keyof typeof fieldNames]) : field);
  const valuesOf = (field: string): readonly FilterValue[] => {
    const filter = all[field];
    return Array.isArray(filter) ? filter : [];
  };
  const groups = facets
    .map(({ field, values }) => ({
      group: nameOf(field),
      items: values
        .filter(({ value }) => !valuesOf(field).includes(value))
        .map(({ value, count }) => ({
          value: JSON.stringify([field, value]),
          label: `${valueText(field, value)} (${formats.number(count)})`,
        })),
    }))
    .filter(({ items }) => items.length > 0);
  const add = (key: string) => {
    const [field, value] = JSON.parse(key) as [string, FilterValue];
    set(field, [...valuesOf(field), value]);
  };
  return (
    <Group gap={8} role="group" aria-label={t('Filters')}>
      {Object.entries(all).flatMap(([field, filter]) =>
        Array.isArray(filter)
          ? filter.map((value) => (
              <Chip
                key={`${field} ${String(value)}`}
                text={`${nameOf(field)}: ${valueText(field, value)}`}
                remove={() =>
                  set(
                    field,
                    filter.filter((one) => one !== value),
                  )
                }
              />
            ))
          : [
              <Chip
                key={field}
                text={`${nameOf(field)}: ${filter.from ?? ''} – ${filter.to ?? ''}`}
                remove={() => set(field, [])}
              />,
            ],
      )}
      {groups.length > 0 && (
        <Select
          size="xs"
          w={160}
          aria-label={t('Add filter')}
          placeholder={t('Add filter')}
          leftSection={<Plus size={14} aria-hidden />}
          data={groups}
          limit={offeredValues}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={t('Nothing matches')}
          value={null}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          onChange={(key) => {
            if (key !== null) add(key);
            setTyped('');
          }}
        />
      )}
      {Object.keys(all).length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
    </Group>
  );
}

const Chip = ({ text, remove }: { readonly text: string; readonly remove: () => void }) => (
  <span className={classes.chip}>
    {text}
    <CloseButton size="xs" aria-label={t('Remove “{name}”', { name: text })} onClick={remove} />
  </span>
);

function valueText(field: string, value: FilterValue): string {
  const text = String(value);
  const isWord = field === 'availability' && Object.hasOwn(availabilityWords, text);
  return isWord ? t(availabilityWords[text as keyof typeof availabilityWords]) : text;
}

interface TesterResults {
  /** The last response. */
  readonly answer: OutputOf<typeof testQuery> | undefined;
  readonly list: List<FoundItem>;
  /** From 1. */
  readonly firstPlace: number;
}

export const itemKeys = ['filters', 'why', 'missing'];

export function useTesterResults(collectionId: number, filters: TesterFilters, tried: TriedSearch): TesterResults {
  const [address, change] = useAddress();
  const { page = 1 } = address;
  const { q = '', sort = '' } = address;
  const input = {
    c: collectionId,
    q,
    page,
    filters: filters.text,
    ...(sort !== '' && { sort }),
    debug: '1' as const,
    ...triedInput(tried),
  };
  const { data: newest, error, isFetching, isPlaceholderData, refetch } = useQuery(followingQuery(testQuery, input));
  // Typing never waits for rows to render.
  const data = useDeferredValue(newest);
  return {
    answer: data,
    firstPlace: firstPlaceOf(data, page),
    list: {
      rows: data?.items,
      isEmpty: data?.total_count === 0 && q === '' && filters.text === '',
      totalCount: data?.total_count ?? 0,
      totalPages: data?.total_pages ?? 1,
      isFetching,
      isOther: isPlaceholderData,
      error,
      retry: () => void refetch(),
      search: q,
      setSearch: (text) => change({ q: text, page: undefined }, { isReplacing: true }),
      sort: undefined,
      order: 'asc',
      setSort: () => undefined,
      page,
      setPage: (next) => change({ page: next === 1 ? undefined : next }),
    },
  };
}

function firstPlaceOf(answer: TesterResults['answer'], page: number): number {
  if (answer === undefined || page === 1) return 1;
  const { items, total_count: total, total_pages: pages } = answer;
  return page < pages ? (page - 1) * items.length + 1 : total - items.length + 1;
}
