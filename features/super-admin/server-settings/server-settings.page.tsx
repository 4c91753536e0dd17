import { SimpleGrid, Stack } from '@mantine/core';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { DemandPanel, SignUpChoice } from '#features/account/screen/sign-up-choice.panel.tsx';
import { TestMailPanel } from './test-mail.panel.tsx';

export default function ServerSettingsPage() {
  return (
    <Page title={t('Server settings')} purpose={t('For all projects on this server.')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={16}>
        <Stack gap={16}>
          <SignUpChoice />
          <DemandPanel />
        </Stack>
        <TestMailPanel />
      </SimpleGrid>
    </Page>
  );
}
