import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { AddProject, ProjectByApi } from './add-project.panel.tsx';
import { type CreatedProject, openProject } from './new-project-form.tsx';

export default function FirstProject() {
  const [sent, setSent] = useState<CreatedProject | null>(null);
  return (
    <Stack component="section" gap={24} maw={sent === null ? 560 : 720} m="32px auto">
      <Stack gap={4}>
        <Title order={1} size="h2">
          {sent ? sent.name : t('Add your first project')}
        </Title>
        {sent === null && <Text c="dimmed">{t('Start with a product feed of your shop.')}</Text>}
      </Stack>
      {sent ? <ProjectByApi project={sent} onOpen={() => openProject(sent)} /> : <AddProject onSent={setSent} />}
    </Stack>
  );
}
