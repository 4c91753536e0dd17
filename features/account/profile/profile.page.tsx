import { Stack } from '@mantine/core';
import { useText } from '#console-kit/text/i18n.ts';
import { Page } from '#console-kit/page/page.tsx';
import { OwnActivityPanel } from '#features/account/activity/own-activity.panel.tsx';
import { DeactivationPanel } from '#features/account/deactivation/deactivation.panel.tsx';
import { MailSettingsPanel } from '#features/account/mail-settings/mail-settings.panel.tsx';
import { OwnPasswordPanel } from '#features/account/own-password/own-password.panel.tsx';
import { PersonalDataPanel } from '#features/account/personal-data/personal-data.panel.tsx';
import { SecondFactorPanel } from '#features/account/second-factor/second-factor.panel.tsx';

const widest = 640;

export default function ProfilePage() {
  const t = useText();
  return (
    <Page title={t('Profile')}>
      <Stack gap={16} maw={widest}>
        <PersonalDataPanel />
        <OwnPasswordPanel />
        <SecondFactorPanel />
        <MailSettingsPanel />
        <OwnActivityPanel />
        <DeactivationPanel />
      </Stack>
    </Page>
  );
}
