import { Button, Group, Skeleton, Text, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keptImports, listImports, type PastImport } from '#features/data/imports/imports.contract.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { Chart, type ChartPoint } from '#ui/charts/chart.tsx';
import { presetChanges, useDateRange } from '#ui/dates/date-choice.ts';
import { DateRangePicker } from '#ui/dates/days-picker.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { useAddress } from '#ui/state/address.ts';
import { type Formats, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { importStateWord, useImportSentences, ImportStatus } from './import-state.panel.tsx';
import { useList } from '#ui/list/list.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Table } from '#ui/list/table.tsx';

const isDone = ({ state }: PastImport): boolean => state === 'done' || state === 'unchanged';

/** Only successful imports have meaningful counts. */
function ImportHistoryTable({ feedId }: { readonly feedId: number }) {
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
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => change({ import: id })}>
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

export function ImportHistory({ feedId }: { readonly feedId: number }) {
  const range = useDateRange();
  const isRanged = range.from !== undefined;
  const imports = followingQuery(listImports, { id: feedId, per_page: keptImports, ...range });
  const { data } = useQuery(imports);
  // The page shows a single import already.
  if (data !== undefined && !isRanged && data.total_count < 2) return null;
  return (
    <Panel
      title={t('Import history')}
      text={t('The last {kept} imports are kept.', { kept: keptImports })}
      actions={<DateRangePicker noneLabel={t('All imports')} />}
    >
      <div>
        <Loaded query={imports} skeleton={<Skeleton height={200} aria-hidden />}>
          {({ items }) => {
            if (items.length === 0) return <NoneInRange />;
            return items.filter(isDone).length < 2 ? (
              <ImportHistoryTable feedId={feedId} />
            ) : (
              <HistoryChart feedId={feedId} imports={items} />
            );
          }}
        </Loaded>
      </div>
    </Panel>
  );
}

function HistoryChart({ feedId, imports }: { readonly feedId: number; readonly imports: readonly PastImport[] }) {
  const items = { name: 'imported', label: t('Items imported'), look: 'main' } as const;
  const skipped = { name: 'skipped', label: t('Skipped'), look: 'problem' } as const;
  const isAnySkipped = imports.some((past) => isDone(past) && past.error_count > 0);
  return (
    <Chart
      label={t('Items by import')}
      pointLabel={t('Import')}
      series={isAnySkipped ? [items, skipped] : [items]}
      points={historyPoints(imports, formats, (state) => t(importStateWord(state)))}
      table={<ImportHistoryTable feedId={feedId} />}
    />
  );
}

/** Oldest first; a failed import is a gap. */
export function historyPoints(
  imports: readonly PastImport[],
  { shortDay, time, moment }: Pick<Formats, 'shortDay' | 'time' | 'moment'>,
  stateWord: (state: PastImport['state']) => string,
): readonly ChartPoint[] {
  const ended = imports.filter(({ duration_ms: duration }) => duration !== null).toReversed();
  const isOneDay = new Set(ended.map(({ started_at: at }) => shortDay(at))).size === 1;
  return ended.map((past) => {
    const { started_at: at, state, imported_count: imported, error_count: skipped } = past;
    return {
      tick: isOneDay ? time(at) : shortDay(at),
      title: isDone(past) ? moment(at) : `${moment(at)} · ${stateWord(state)}`,
      values: isDone(past) ? { imported, skipped } : { imported: null, skipped: null },
    };
  });
}

function NoneInRange() {
  const [, change] = useAddress();
  return (
    <Group gap={12}>
      <Text size="sm" c="dimmed">
        {t('There was no import in these days.')}
      </Text>
      <Button variant="default" size="xs" onClick={() => change(presetChanges(null))}>
        {t('Show all imports')}
      </Button>
    </Group>
  );
}
