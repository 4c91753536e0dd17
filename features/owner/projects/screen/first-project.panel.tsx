import { Alert, Stack, Text, Title } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { useSession } from '#ui/state/session.ts';
import { AddProject, OpenInvitations, ProjectByApi } from './add-project.panel.tsx';
import { type CreatedProject, openProject } from './new-project-form.tsx';
import { blockText } from './project-notices.panel.tsx';

export default function FirstProject() {
  const { blockedIn = [], mayAddProjects = true } = useSession() ?? {};
  const [sent, setSent] = useState<CreatedProject | null>(null);
  const isBlocked = blockedIn.length > 0;
  return (
    <Stack component="section" gap={24} maw={sent === null ? 560 : 720} m="32px auto">
      {blockedIn.map((block) => (
        <Alert key={block.project} role="status" icon={<Lock size={18} aria-hidden />}>
          {blockText(block)}
        </Alert>
      ))}
      {(mayAddProjects || !isBlocked) && (
        <Stack gap={4}>
          <Title order={1} size="h2">
            {sent?.name ?? (mayAddProjects ? t('Add your first project') : t('You have no project yet'))}
          </Title>
          {sent === null && (
            <Text c="dimmed">
              {mayAddProjects
                ? t('Start with a product feed of your shop.')
                : t('Only administrators add projects on this server. Ask for an invitation.')}
            </Text>
          )}
        </Stack>
      )}
      {sent && <ProjectByApi project={sent} onOpen={() => openProject(sent)} />}
      {!sent && (mayAddProjects ? <AddProject onSent={setSent} /> : <OpenInvitations />)}
    </Stack>
  );
}
