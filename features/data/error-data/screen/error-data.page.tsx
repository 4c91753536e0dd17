import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { countErrorData, exportErrorData, listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { BackToFeed, feedParent, MappingButton, OfFeed } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { problemReasons } from '#features/data/imports/import-texts.contract.ts';
import type { ImportFailure, ImportProblem } from '#features/data/imports/imports.contract.ts';
import { useFailureText } from '#features/data/imports/screen/import-failure.panel.tsx';
import { query } from '#ui/calls/queries.ts';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { useList } from '#ui/list/list.ts';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { Table } from '#ui/list/table.tsx';
import { fieldLabel } from '#ui/item/field-words.ts';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';

const problemAdvice: Readonly<Record<string, string>> = {
  malformedRecord: msg('Check the item: an unclosed tag, quote or bracket.'),
  recordTooLarge: msg('Remove data nobody searches, such as encoded pictures.'),
  recordTooDeep: msg('Offer a simpler feed.'),
  notAnObject: msg('Check this place: list items must have named fields.'),
  tooFewColumns: msg('Check the row: a line break may be unquoted.'),
  tooManyColumns: msg('Check the row: a separator may be unquoted.'),
  shiftedRow: msg('Check the row: a separator may be unquoted or missing.'),
  repairedText: msg('If the text looks right, ignore this. Otherwise escape < > & and quotes.'),
  valueTooLong: msg('Shorten this text in the feed.'),
  tooManyValues: msg('Ignore this if the first thousand values are enough.'),
  tooManyFields: msg('Remove what nobody searches from the feed.'),
  missingId: msg('Give every item an id, or choose the id field in the mapping.'),
  idTooLong: msg('Choose a shorter field as the id in the mapping.'),
  duplicateItem: msg('Give every item its own id. For variants, map the field that differs, such as the variant code.'),
  otherFeedItem: msg('Remove the item from one feed, or change its id. To keep this feed’s item, delete it in the other one.'),
  emptyItem: msg('Fill in the item in your shop, or remove it from the feed.'),
  missingName: msg('Fill in the name in your shop, or choose the name field in the mapping.'),
  badPrice: msg('Write the price as a number, such as 1299.00, or choose the price field in the mapping.'),
  negativePrice: msg('Correct the price in your shop.'),
  reducedAbove: msg('Correct one of the two prices in your shop.'),
  badUrl: msg('Use full addresses that begin with https://.'),
  badEan: msg('Correct it in your shop. In a spreadsheet, format the column as text.'),
  badNumber: msg('Write only the number, or extract it from text in the mapping.'),
  wrongType: msg('Use one kind of value, or change the field’s type in the schema.'),
};

const filters = ['severity', 'reason'];

export default function ErrorDataPage() {
  return <OfFeed>{(id) => <ErrorData id={id} />}</OfFeed>;
}

function ErrorData({ id }: { readonly id: number }) {
  const [{ severity = '', reason = '', search = '' }] = useAddress();
  const list = useList(listErrorData, { id }, {}, filters);
  const { data: feed } = useQuery(query(readFeed, { id }));
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const reasons = counts.filter((one) => severity === '' || one.severity === severity);
  return (
    <Page
      parent={feedParent(feed, id, t)}
      title={t('Error data')}
      purpose={
        feed ? t('Problems found by the last import of “{name}”.', { name: feed.name }) : t('Problems found by the last import.')
      }
      secondary={
        !list.isEmpty && (
          <>
            <MappingButton id={id} />
            <CsvButton endpoint={exportErrorData} input={{ id, search, severity, reason }} label={t('Export CSV')} />
          </>
        )
      }
      toolbar={
        !list.isEmpty && (
          <>
            <SearchInput list={list} label={t('Search the list')} />
            <ListFilter
              name="severity"
              label={t('What happened')}
              choices={{ error: t('Item skipped'), warning: t('Item imported') }}
            />
            <ListFilter
              name="reason"
              label={t('Reason')}
              choices={Object.fromEntries(
                reasons.map((one) => [one.reason, `${reasonText(one.reason)} (${formats.number(one.count)})`]),
              )}
            />
          </>
        )
      }
    >
      <Table
        label={t('Error data')}
        list={list}
        columns={[
          { name: 'item', title: t('Item'), cell: (problem) => <Item problem={problem} /> },
          { name: 'value', title: t('Value'), cell: (problem) => <Value problem={problem} /> },
          { name: 'reason', title: t('Reason'), cell: (problem) => <Reason problem={problem} /> },
          { name: 'severity', title: t('What happened'), cell: (problem) => <Severity problem={problem} /> },
        ]}
        keyOf={(problem) => problem.id}
        empty={<NoProblems failure={feed?.last_import?.failure ?? null} back={<BackToFeed id={id} />} />}
      />
      <NotAllListed feed={feed} listed={list.totalCount} isNarrowed={severity + reason + search !== ''} />
    </Page>
  );
}

interface NoProblemsProps {
  readonly failure: ImportFailure | null;
  readonly back: ReactNode;
}

/** An import that failed has looked at no item. */
function NoProblems({ failure, back }: NoProblemsProps) {
  const sayFailure = useFailureText([failure]);
  if (failure === null)
    return <Empty icon={CircleCheck} title={t('All good.')} text={t('Imports list skipped items and values here.')} />;
  return <Empty icon={CircleAlert} title={t('The feed could not be imported.')} text={sayFailure(failure) ?? ''} action={back} />;
}

const reasonText = (reason: string): string => t(problemReasons[reason] ?? reason);

interface CellProps {
  readonly problem: ImportProblem;
}

function Item({ problem: { item, position } }: CellProps) {
  return (
    <>
      {item}
      <Text size="xs" c="dimmed">
        {t('Item number {position}', { position })}
      </Text>
    </>
  );
}

function Value({ problem: { field, item, value } }: CellProps) {
  return (
    <>
      {value === item ? '–' : value || '–'}
      <Text size="xs" c="dimmed">
        {fieldLabel(field)}
      </Text>
    </>
  );
}

function Reason({ problem: { reason } }: CellProps) {
  const advice = problemAdvice[reason];
  return (
    <>
      {reasonText(reason)}
      {advice !== undefined && (
        <Text size="xs" c="dimmed">
          {t(advice)}
        </Text>
      )}
    </>
  );
}

const Severity = ({ problem: { severity } }: CellProps) =>
  severity === 'error' ? <Status kind="error" label={t('Item skipped')} /> : <Status kind="warning" label={t('Item imported')} />;

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
