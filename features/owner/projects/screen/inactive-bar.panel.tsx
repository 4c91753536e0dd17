import { Button } from '@mantine/core';
import { PowerOff } from 'lucide-react';
import { useAction } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useAllowed, useProject } from '#ui/state/rights.ts';
import { showProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { listProjects, readProject } from '#features/owner/projects/projects.contract.ts';
import { updateProject } from '#features/owner/projects/project-settings.contract.ts';

export function InactiveBar() {
  const project = useProject();
  const mayActivate = useAllowed('owner');
  const activate = useAction(updateProject, { refreshes: [listProjects, readProject], done: t('The project is active.') });
  if (project === null || project.active !== false) return null;
  return (
    <NoticeBar icon={PowerOff} colour="var(--aisle-waiting)" text={t('This project is inactive.')}>
      {mayActivate && (
        <Button
          size="compact-sm"
          variant="default"
          loading={activate.isPending}
          onClick={() => activate.mutate({ id: project.id, active: true }, { onSuccess: showProject })}
        >
          {t('Activate')}
        </Button>
      )}
    </NoticeBar>
  );
}
