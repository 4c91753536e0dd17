import { Anchor, Button, Text, Alert, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Lightbulb } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { t, msg } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { Page } from '#ui/page/page.tsx';
import { problemReasons, type ImportProblem } from '#features/data/imports/imports.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { Table } from '#ui/list/table.tsx';
import { exportErrorData, listErrorData, countErrorData } from '#features/data/error-data/error-data.contract.ts';
import { feedParent, OfFeed } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';

export const problemAdvice: Readonly<Record<string, string>> = {
  malformedRecord: msg('Check the item: an unclosed tag, quote or bracket.'),
  recordTooLarge: msg('Remove data nobody searches, such as encoded pictures.'),
  recordTooDeep: msg('Offer a simpler feed.'),
  notAnObject: msg('Check this place: list items must have named fields.'),
  tooFewColumns: msg('Check the row: a line break may be unquoted.'),
  tooManyColumns: msg('Check the row: a separator may be unquoted.'),
  repairedText: msg('If the text looks right, ignore this. Otherwise escape < > & and quotes.'),
  valueTooLong: msg('Shorten this text in the feed.'),
  tooManyValues: msg('Ignore this if the first thousand values are enough.'),
  tooManyFields: msg('Remove what nobody searches from the feed.'),
  missingId: msg('Give every item an id, or choose the id field in the mapping.'),
  idTooLong: msg('Choose a shorter field as the id in the mapping.'),
  duplicateItem: msg('Give every item its own id. For variants, map the field that differs, such as the variant code.'),
  otherFeedItem: msg('Remove the item from one feed, or change its id. To keep this feed’s item, delete it in the other one.'),
  missingName: msg('Fill in the name in your shop, or choose the name field in the mapping.'),
  badPrice: msg('Write the price like 1299.00 CZK, or choose the price field in the mapping.'),
  negativePrice: msg('Correct the price in your shop.'),
  badUrl: msg('Use full addresses that begin with https://.'),
  badNumber: msg('Write only the number, or extract it from text in the mapping.'),
  wrongType: msg('Use one kind of value, or change the field’s type in the schema.'),
};

export interface ErrorFilters {
  readonly severity: '' | 'error' | 'warning';
  readonly reason: string;
}

function useErrorFilters(): ErrorFilters & { readonly set: (filters: Partial<ErrorFilters>) => void } {
  const [address, change] = useAddress();
  const { severity = '', reason = '' } = address;
  return {
    severity,
    reason,
    set: ({ severity: next, ...filters }) => change({ ...filters, severity: next === '' ? undefined : next, page: undefined }),
  };
}

function ErrorFilterInputs({ id }: { readonly id: number }) {
  const { severity, reason, set } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const sum = (wanted: string) =>
    formats.number(
      counts.filter((each) => wanted === '' || each.severity === wanted).reduce((total, { count }) => total + count, 0),
    );
  const listed = counts.filter((each) => severity === '' || each.severity === severity);
  return (
    <>
      <SegmentedControl
        size="xs"
        w={{ base: '100%', sm: 'auto' }}
        aria-label={t('What happened')}
        value={severity}
        onChange={(next) => set({ severity: next as ErrorFilters['severity'], reason: '' })}
        data={[
          { value: '', label: `${t('All')} (${sum('')})` },
          { value: 'error', label: `${t('Skipped')} (${sum('error')})` },
          { value: 'warning', label: `${t('To check')} (${sum('warning')})` },
        ]}
      />
      <NativeSelect
        aria-label={t('Reason')}
        value={reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        w={{ base: '100%', sm: 300 }}
        data={[
          { value: '', label: t('All reasons') },
          ...listed.map((each) => ({
            value: each.reason,
            label: `${t(problemReasons[each.reason] ?? each.reason)} (${formats.number(each.count)})`,
          })),
        ]}
      />
    </>
  );
}

function ErrorAdvice({ id }: { readonly id: number }) {
  const { reason } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const shown = reason || (counts.length === 1 ? (counts[0]?.reason ?? '') : '');
  const advice = problemAdvice[shown];
  if (advice === undefined) return null;
  return (
    <Alert variant="light" icon={<Lightbulb size={18} aria-hidden />} title={t('What to do')} mb={12}>
      <Text size="sm" c="var(--mantine-color-text)">
        {t(advice)}
      </Text>
      <Button mt={8} size="xs" variant="default" component={Link} {...linkTo('/data/import/mapping', { id })}>
        {t('Open the mapping')}
      </Button>
    </Alert>
  );
}

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
            <Empty icon={CircleCheck} title={t('Nothing was wrong')} text={t('Imports list skipped items and values here.')} />
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
      {t('{found} problems in all; the first {listed} are kept.', { found, listed })}
    </Text>
  );
}

function ErrorDownload({ id }: { readonly id: number }) {
  const [{ search = '' }] = useAddress();
  const { severity, reason } = useErrorFilters();
  return <CsvButton endpoint={exportErrorData} input={{ id, search, severity, reason }} label={t('Download CSV')} />;
}
