import { Button } from '@mantine/core';
import { Trash2, PowerOff } from 'lucide-react';
import { keptProjectDays } from '#contract/limits.ts';
import { Empty } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import { useAction } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { type Session, useAllowed, useProject, showProject } from '#ui/state/session.ts';
import { listProjects, readProject, updateProject } from '#features/owner/projects/projects.contract.ts';

export function ProjectDeleted({ person }: { readonly person: string }) {
  return (
    <Empty
      icon={Trash2}
      headingOrder={1}
      title={t('This project was deleted by {person}.', { person })}
      text={t('Its owners can restore it for {days} days in Projects.', { days: keptProjectDays })}
      action={
        <Button component="a" href="/owner/projects?state=deleted">
          {t('Other projects')}
        </Button>
      }
    />
  );
}

type Block = NonNullable<Session['blockedIn']>[number];

export const blockText = ({ project, by }: Block): string =>
  by === null
    ? t('You are blocked in “{project}”. Ask its owner.', { project })
    : t('{person} blocked you in “{project}”.', { person: by, project });

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
