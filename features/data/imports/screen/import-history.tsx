import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '#ui/state/address.ts';
import { Chart } from '#ui/charts/chart.tsx';
import { presetChanges, useDateRange } from '#ui/dates/date-choice.ts';
import { DateRangePicker } from '#ui/dates/date-range.tsx';
import { formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
import { historyPoints, isDone, summaryOf, type ImportSummary } from './import-history-chart.tsx';
import { keptImports, listImports, type PastImport } from '#features/data/imports/import-history.contract.ts';
import { ImportHistoryTable } from './import-history-table.tsx';
import { Figure, Figures } from './import-figures.tsx';
import { importStateWord } from './import-state.panel.tsx';

/** How the imports of a feed went: the items they brought, drawn and listed, within the days that the person chooses. */
export function ImportHistory({ feedId }: { readonly feedId: number }) {
  const range = useDateRange();
  const isRanged = range.from !== undefined;
  const imports = followingQuery(listImports, { id: feedId, per_page: keptImports, ...range });
  const { data } = useQuery(imports);
  const isMoreThanOne = isRanged || (data !== undefined && data.total_count > 1);
  // Of a single import, the page says all already.
  if (data !== undefined && !isMoreThanOne) return null;
  return (
    <Panel
      title={t('Import history')}
      {...(isMoreThanOne && { text: t('The last {kept} imports are kept.', { kept: keptImports }) })}
      actions={isMoreThanOne && <DateRangePicker noneLabel={t('All imports')} />}
    >
      <div>
        <Loaded query={imports} skeleton={<HistorySkeleton />}>
          {({ items }) =>
            items.length === 0 && isRanged ? <NoneInRange /> : <History feedId={feedId} imports={items} isRanged={isRanged} />
          }
        </Loaded>
      </div>
    </Panel>
  );
}

interface HistoryProps {
  readonly feedId: number;
  readonly imports: readonly PastImport[];
  readonly isRanged: boolean;
}

/** A chart takes two imports that went well. Until then a list is all there is, and of a single import not even that. */
function History({ feedId, imports, isRanged }: HistoryProps) {
  const summary = summaryOf(imports);
  if (summary) return <DrawnHistory feedId={feedId} imports={imports} summary={summary} />;
  return (
    <Stack gap={12}>
      {!isRanged && (
        <Text size="sm" c="dimmed">
          {t('Once two imports have gone well, you will see here how the number of your items changes.')}
        </Text>
      )}
      {(isRanged || imports.length > 1) && <ImportHistoryTable feedId={feedId} />}
    </Stack>
  );
}

function DrawnHistory({ feedId, imports, summary }: Omit<HistoryProps, 'isRanged'> & { readonly summary: ImportSummary }) {
  const items = { name: 'imported', label: t('Items imported'), look: 'main' } as const;
  const leftOut = { name: 'leftOut', label: t('Left out'), look: 'problem' } as const;
  const isAnyLeftOut = imports.some((past) => isDone(past) && past.error_count > 0);
  const failed = imports.filter(({ state }) => state === 'failed').length;
  return (
    <Stack gap={16}>
      <Figures isFirst>
        <Figure
          name={t('Items in the newest import')}
          value={formats.number(summary.latest.imported_count)}
          note={changeText(t, summary.change)}
        />
        <Figure
          name={t('Imports')}
          value={formats.number(imports.length)}
          note={failed > 0 ? t('{count} failed', { count: failed }) : t('none failed')}
        />
      </Figures>
      <Chart
        label={t('Items by import')}
        pointLabel={t('Import')}
        series={isAnyLeftOut ? [items, leftOut] : [items]}
        points={historyPoints(imports, formats, (state) => t(importStateWord(state)))}
        table={<ImportHistoryTable feedId={feedId} />}
      />
    </Stack>
  );
}

function changeText(t: Translate, change: number): string {
  if (change === 0) return t('as many as in the one before');
  const count = Math.abs(change);
  return change > 0 ? t('{count} more than in the one before', { count }) : t('{count} fewer than in the one before', { count });
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

const HistorySkeleton = () => (
  <Stack gap={16} aria-hidden>
    <Skeleton height={44} width={240} />
    <Skeleton height={200} />
  </Stack>
);
