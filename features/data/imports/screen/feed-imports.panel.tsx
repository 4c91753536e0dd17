import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Import, isUnfinished, keptImports, listImports } from '#features/data/imports/imports.contract.ts';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { ImportProgress } from './import-progress.panel.tsx';
import { ImportReportDrawer } from './import-report.drawer.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportStatus, useImportSentences } from './import-state.panel.tsx';

interface FeedImportsProps {
  readonly feed: {
    readonly id: number;
    readonly collection_id: number;
    readonly item_count: number;
    readonly last_import: Import | null;
    readonly need_tag_name: boolean;
  };
  readonly afterFailure: ReactNode;
}

export function FeedImports({ feed, afterFailure }: FeedImportsProps) {
  const { id, item_count: liveCount, last_import: last, need_tag_name: needsTagName } = feed;
  return (
    <>
      {last && isUnfinished(last) && (
        <ImportProgress key={`import ${last.id}`} feedId={id} progress={last} isFirst={liveCount === 0} />
      )}
      {last && !isUnfinished(last) && !needsTagName && <ImportResult feed={feed} last={last} afterFailure={afterFailure} />}
      <ImportReportDrawer feedId={id} />
    </>
  );
}

const countedStates: readonly Import['state'][] = ['done', 'unchanged', 'onHold'];

/** Comes last: nobody knows how long it is. */
export function ImportHistory({ feedId }: { readonly feedId: number }) {
  const list = useList(listImports, { id: feedId });
  const countOf = (past: Import, count: number) => (countedStates.includes(past.state) ? formats.number(count) : '–');
  // The page shows a single import already.
  if (list.totalCount === undefined || list.totalCount < 2) return null;
  return (
    <Panel title={t('Import history')} text={t('The last {kept} imports are kept.', { kept: keptImports })}>
      <Table
        label={t('Imports')}
        list={list}
        columns={[
          {
            name: 'started',
            title: t('Started'),
            cell: ({ started_at: at }) => (at === null ? '–' : formats.moment(at)),
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
            cell: ({ started_at: from, finished_at: to }) => (from === null || to === null ? '–' : formats.elapsed(to - from)),
            isNumber: true,
          },
        ]}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Panel>
  );
}

function Changes({ past: { id, counts } }: { readonly past: Import }) {
  const [, change] = useAddress();
  if (!counts) return <>–</>;
  const { added, changed, removed } = counts;
  const label = t('{added} new, {changed} changed, {removed} removed', {
    added: formats.number(added),
    changed: formats.number(changed),
    removed: formats.number(removed),
  });
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => change({ import: id })}>
      {label}
    </Anchor>
  );
}

function HowItEnded({ past: { state, failure } }: { readonly past: Import }) {
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
