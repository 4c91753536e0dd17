import { Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { CsvButton } from '#ui/files/csv-button.tsx';
import type { List } from '#ui/list/list.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import type { Statistics } from './statistics.panel.tsx';
import { StatsFilters } from './stats-filters.panel.tsx';
import { Tracked } from './tracking.panel.tsx';

type TableProps<Row> = Omit<ComponentProps<typeof Table<Row>>, 'label' | 'list'>;

interface StatisticsListProps<Row> extends TableProps<Row> {
  readonly of: Statistics;
  readonly list: List<Row>;
  /** The same as a file, and the input that the list has besides its filters. */
  readonly file: { readonly endpoint: Endpoint; readonly input?: object };
  readonly title: string;
  readonly purpose: string;
  /** Sentences. */
  readonly help: readonly string[];
  /** Names the search field. */
  readonly searched: string;
  /** Before and after the days in the toolbar. */
  readonly filters?: ReactNode;
  readonly controls?: ReactNode;
  readonly hasCompare?: boolean;
  /** In place of the toolbar. */
  readonly bulk?: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with a table of queries or items in a range of days. */
export function StatisticsList<Row>({
  of,
  list,
  file,
  title,
  purpose,
  help,
  searched,
  filters,
  controls,
  hasCompare = true,
  bulk,
  note,
  children,
  ...table
}: StatisticsListProps<Row>) {
  const { search, sort, order } = list;
  return (
    <Page
      title={title}
      purpose={purpose}
      help={help.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      secondary={
        <CsvButton
          endpoint={file.endpoint}
          input={{ ...of.filter, ...list.filters, ...file.input, search, sort, order }}
          label={t('Export CSV')}
          isOff={list.totalCount === 0}
        />
      }
      toolbar={
        bulk ?? (
          <>
            <SearchInput list={list} label={searched} />
            {filters}
            <StatsFilters of={of} hasCompare={hasCompare} />
            {controls}
          </>
        )
      }
    >
      <Tracked of={of}>
        <Table label={title} list={list} {...table} />
        {list.rows && note}
      </Tracked>
      {children}
    </Page>
  );
}
