import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { query } from '#console-kit/calls/queries.ts';
import { useProject } from '#console-kit/session/rights.ts';
import { DemoLink } from '#features/developer/demo-shop/link/demo-link.panel.tsx';
import { OpenInvitations } from '#features/owner/projects/open-invitations.panel.tsx';
import { readProjectState, type ProjectState } from './dashboard.contract.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { NextSteps } from './next-steps.tsx';
import { StateCards } from './state-cards.tsx';

/** The figures are asked for again while the page is open, more often while an import changes them. */
const askEveryMs = 30_000;
const askWhileImportingMs = 2_000;

export default function DashboardPage() {
  const t = useText();
  const project = useProject();
  const { data: known } = useQuery(query(readProjectState, {}));
  const hasItems = (known?.item_count ?? 0) > 0;
  return (
    <Page
      title={project?.name ?? t('Dashboard')}
      purpose={t('This is how your search is doing.')}
      secondary={hasItems && <DemoLink kind="button" />}
    >
      <OpenInvitations />
      <Loaded
        query={{ ...query(readProjectState, {}), refetchInterval: ({ state }) => intervalMs(state.data) }}
        skeleton={<DashboardSkeleton />}
      >
        {(state) => (
          <Stack gap={32}>
            <StateCards state={state} />
            <NextSteps state={state} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function intervalMs(state: ProjectState | undefined): number {
  const importState = state?.last_import?.state;
  return importState === 'waiting' || importState === 'running' ? askWhileImportingMs : askEveryMs;
}
