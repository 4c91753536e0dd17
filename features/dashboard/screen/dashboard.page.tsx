import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { useAllowed, useProject } from '#console-kit/session/rights.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';
import { DemoLink } from '#features/developer/demo-shop/link/demo-link.panel.tsx';
import { askEveryMs, askWhileImportingMs, askWhileWaitingMs } from './asking.ts';
import { readProjectState, type ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { DataQualityPanels } from '#features/dashboard/data-quality/data-quality.panel.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FirstImport } from './first-import.tsx';
import { StateCards } from './state-cards.tsx';
import { ToDo } from './to-do.tsx';
import { VisitorFigures } from './visitor-figures.tsx';
import { WithoutVisitors } from './without-visitors.tsx';

export default function DashboardPage() {
  const t = useText();
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
            {state.item_count > 0 && (
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
                <DataQualityPanels />
              </SimpleGrid>
            )}
            <StateCards state={state} />
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

/** Before anybody searched, how to get there; then what visitors do, for those who may see it. */
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
  if (!isTracked) return <WithoutVisitors state={state} />;
  return maySeeFigures ? <VisitorFigures state={state} /> : <ToDo state={state} />;
}
