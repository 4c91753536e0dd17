import { Anchor, Text } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';
import { useDateRange } from '#ui/dates/date-choice.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useList } from '#ui/list/list.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Table } from '#ui/list/table.tsx';
import { listImports, type PastImport } from '#features/data/imports/import-history.contract.ts';
import { useImportSentences } from './import-sentences.tsx';
import { ImportStatus } from './import-state.panel.tsx';

export const isDone = ({ state }: PastImport): boolean => state === 'done' || state === 'unchanged';

/** Only successful imports have meaningful counts. */
export function ImportHistoryTable({ feedId }: { readonly feedId: number }) {
  const list = useList(listImports, { id: feedId, ...useDateRange() });
  const countOf = (past: PastImport, count: number) => (isDone(past) ? formats.number(count) : '–');
  return (
    <Table
      label={t('Imports')}
      list={list}
      columns={[
        {
          name: 'started',
          title: t('Started'),
          cell: ({ started_at: at }) => (
            <>
              <Moment at={at} />{' '}
              <Text span size="xs" c="dimmed">
                {formats.moment(at)}
              </Text>
            </>
          ),
        },
        {
          name: 'changes',
          title: t('Changes'),
          cell: (past) => <Changes past={past} />,
        },
        { name: 'state', title: t('State'), cell: (past) => <HowItEnded past={past} /> },
        { name: 'items', title: t('Items'), cell: (past) => countOf(past, past.imported_count), isNumber: true },
        { name: 'errors', title: t('Skipped items'), cell: (past) => countOf(past, past.error_count), isNumber: true },
        { name: 'warnings', title: t('Skipped values'), cell: (past) => countOf(past, past.warning_count), isNumber: true },
        {
          name: 'duration',
          title: t('Duration'),
          cell: ({ duration_ms: duration }) => (duration === null ? '–' : formats.elapsed(duration)),
          isNumber: true,
        },
      ]}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}

function Changes({ past: { id, counts } }: { readonly past: PastImport }) {
  const [, change] = useAddress();
  if (!counts) return <>–</>;
  const { added, changed, removed } = counts;
  const label = t('{added} new, {changed} changed, {removed} removed', {
    added: formats.number(added),
    changed: formats.number(changed),
    removed: formats.number(removed),
  });
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => change({ import: String(id) })}>
      {label}
    </Anchor>
  );
}

function HowItEnded({ past: { state, failure } }: { readonly past: PastImport }) {
  const sentences = useImportSentences();
  return (
    <>
      <ImportStatus state={state} />
      {failure && (
        <Text size="xs" c="dimmed">
          {sentences.failure(failure)}
        </Text>
      )}
    </>
  );
}
