import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { Page } from '#ui/page/page.tsx';
import { problemReasons, type ImportProblem } from '#features/data/imports/import-problems.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { Table } from '#ui/list/table.tsx';
import { exportErrorData, listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { ErrorAdvice, ErrorFilterInputs, useErrorFilters } from './error-filters.tsx';
import { feedParent, OfFeed } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { useAddress } from '#ui/state/address.ts';

export default function ErrorDataPage() {
  return <OfFeed>{(id) => <ErrorData id={id} />}</OfFeed>;
}

function ErrorData({ id }: { readonly id: number }) {
  const { severity, reason, set } = useErrorFilters();
  const list = useList(listErrorData, { id, severity, reason });
  const isFiltered = severity !== '' || reason !== '';
  const isEmpty = list.isEmpty && !isFiltered;
  const { data: feed } = useQuery(query(readFeed, { id }));
  const purpose = feed
    ? t('Problems found by the last import of “{name}”.', { name: feed.name })
    : t('Problems found by the last import.');
  return (
    <Page
      parent={feedParent(feed, id, t)}
      title={t('Error data')}
      purpose={purpose}
      secondary={!isEmpty && <ErrorDownload id={id} />}
      toolbar={
        !isEmpty && (
          <>
            <SearchInput list={list} label={t('Search error data')} />
            <ErrorFilterInputs id={id} />
          </>
        )
      }
    >
      {!isEmpty && <ErrorAdvice id={id} />}
      <Table
        label={t('Error data')}
        list={list}
        columns={[
          { name: 'item', title: t('Item'), cell: (problem) => <Item problem={problem} /> },
          { name: 'field', title: t('Field'), width: 150, cell: ({ field }) => field },
          { name: 'value', title: t('Value'), width: 200, cell: ({ value }) => value },
          {
            name: 'reason',
            title: t('Reason'),
            cell: (problem) => <Reason problem={problem} choose={(code) => set({ reason: code })} />,
          },
          { name: 'severity', title: t('What happened'), cell: ({ severity }) => <Severity severity={severity} /> },
        ]}
        keyOf={(problem) => problem.id}
        empty={
          isFiltered ? (
            <Empty
              icon={CircleCheck}
              title={t('Nothing of this kind was wrong')}
              text={t('Other things may have been.')}
              action={
                <Button variant="default" onClick={() => set({ severity: '', reason: '' })}>
                  {t('Show all')}
                </Button>
              }
            />
          ) : (
            <Empty
              icon={CircleCheck}
              title={t('Nothing was wrong')}
              text={t('Skipped items and values are listed here after an import.')}
            />
          )
        }
      />
      <NotAllListed feed={feed} listed={list.totalCount} isNarrowed={isFiltered || list.search !== ''} />
    </Page>
  );
}

function Item({ problem: { item, position } }: { readonly problem: ImportProblem }) {
  const place = t('Item number {position}', { position });
  if (item === '') return place;
  return (
    <>
      {item}
      <Text size="xs" c="dimmed">
        {place}
      </Text>
    </>
  );
}

function Reason({ problem: { reason }, choose }: { readonly problem: ImportProblem; readonly choose: (reason: string) => void }) {
  return (
    <Anchor component="button" type="button" inherit ta="left" underline="hover" c="inherit" onClick={() => choose(reason)}>
      {t(problemReasons[reason] ?? reason)}
    </Anchor>
  );
}

function Severity({ severity }: Pick<ImportProblem, 'severity'>) {
  return severity === 'error' ? (
    <Status kind="error" label={t('Item skipped')} />
  ) : (
    <Status kind="waiting" label={t('Item imported')} />
  );
}

interface NotAllListedProps {
  readonly feed: { readonly last_import: { readonly error_count: number; readonly warning_count: number } | null } | undefined;
  readonly listed: number | undefined;
  readonly isNarrowed: boolean;
}

/** Of feeds with very many bad items only the first ones are kept. */
function NotAllListed({ feed, listed, isNarrowed }: NotAllListedProps) {
  const found = (feed?.last_import?.error_count ?? 0) + (feed?.last_import?.warning_count ?? 0);
  if (isNarrowed || listed === undefined || listed === 0 || found <= listed) return null;
  return (
    <Text size="sm" c="dimmed" mt={8}>
      {t('{found} things were wrong in all. The first {listed} are kept.', { found, listed })}
    </Text>
  );
}

function ErrorDownload({ id }: { readonly id: number }) {
  const [{ search = '' }] = useAddress();
  const { severity, reason } = useErrorFilters();
  return <CsvButton endpoint={exportErrorData} input={{ id, search, severity, reason }} label={t('Download CSV')} />;
}
