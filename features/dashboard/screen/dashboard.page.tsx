import { Skeleton, Stack } from '@mantine/core';
import { Panel } from '#ui/page/panel.tsx';
import { useAllowed, useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { laterCode, query } from '#ui/calls/queries.ts';
import { AfterWait, Loaded } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { cancelImport, isUnfinished } from '#features/data/imports/imports.contract.ts';
import { DemoLink } from '#features/developer/demo-link/demo-link.panel.tsx';
import { type FeedState, type ProjectState, readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { DataQualityPanel } from './data-quality.tsx';
import { askEveryMs, ToDo, useIsToDoKnown } from './to-do.tsx';
import { VisitorFigures } from './visitor-figures.tsx';
import classes from './dashboard.module.css';

const askWhileImportingMs = 2_000;
/** While the user waits for the first call. */
const askWhileWaitingMs = 5_000;
const rows = 10;
const progressHeightPx = 160;

const importProgress = laterCode(
  'import progress',
  async () => (await import('#features/data/imports/screen/import-progress.panel.tsx')).ImportProgress,
);
const withoutVisitors = laterCode('without visitors', async () => (await import('./without-visitors.tsx')).WithoutVisitors);

const DashboardSkeleton = () => (
  <Stack gap={16} aria-hidden>
    <div className={classes.cards}>
      <Skeleton height={120} className={classes.wide ?? ''} />
      <Skeleton height={360} />
      <Skeleton height={360} />
    </div>
    <Stack gap={8}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  </Stack>
);

export default function DashboardPage() {
  const project = useProject();
  const asked = { ...query(readProjectState, {}), refetchInterval: intervalMs };
  const { data: known } = useQuery(asked);
  const hasItems = (known?.item_count ?? 0) > 0;
  return (
    <Page
      title={project?.name ?? t('Dashboard')}
      purpose={t('How your search is doing')}
      secondary={hasItems && <DemoLink kind="button" />}
    >
      <Loaded query={asked} skeleton={<DashboardSkeleton />}>
        {(state) => (
          <Stack gap={16}>
            <Face state={state} />
            {state.item_count > 0 && <DataQualityPanel />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface Polled {
  readonly state: { readonly data: ProjectState | undefined };
}

function intervalMs({ state: { data } }: Polled): number {
  if (isUnfinished(data?.last_feed?.last_import ?? null)) return askWhileImportingMs;
  return data?.is_tracked === false ? askWhileWaitingMs : askEveryMs;
}

function Face({ state }: { readonly state: ProjectState }) {
  const maySeeFigures = useAllowed('analytics');
  const { item_count: itemCount, last_feed: lastFeed, is_tracked: isTracked } = state;
  if (itemCount === 0 && lastFeed && isUnfinished(lastFeed.last_import))
    return (
      <>
        <FirstImport feed={lastFeed} />
        <ToDo state={state} />
      </>
    );
  if (!isTracked)
    return (
      <Loaded query={withoutVisitors} skeleton={<DashboardSkeleton />}>
        {(WithoutVisitors) => <WithoutVisitors state={state} />}
      </Loaded>
    );
  return maySeeFigures ? (
    <AfterToDo>
      <VisitorFigures state={state} />
    </AfterToDo>
  ) : (
    <ToDo state={state} />
  );
}

/** The height of *To do* isn't known before its calls are answered. All below would move. */
function AfterToDo({ children }: { readonly children: ReactNode }) {
  const isKnown = useIsToDoKnown();
  return (
    <div style={{ position: 'relative' }}>
      {!isKnown && (
        <div style={{ position: 'absolute', width: '100%' }}>
          <AfterWait>
            <DashboardSkeleton />
          </AfterWait>
        </div>
      )}
      <Stack gap={16} style={isKnown ? {} : { visibility: 'hidden' }}>
        {children}
      </Stack>
    </div>
  );
}

function FirstImport({ feed: { id, last_import: progress } }: { readonly feed: FeedState }) {
  const mayCancel = useAllowed(cancelImport.needs);
  if (mayCancel)
    return (
      <Loaded query={importProgress} skeleton={<Skeleton height={progressHeightPx} />}>
        {(ImportProgress) => <ImportProgress feedId={id} progress={progress} isFirst />}
      </Loaded>
    );
  return <Panel title={t('The first import is running')} text={t('Import a feed to try your search here.')} />;
}
