import { Anchor, Stack } from '@mantine/core';
import { msg, t } from '#ui/text/i18n.ts';
import { Page } from '#ui/page/page.tsx';
import { OwnActivityPanel } from '#features/account/activity/activity.panel.tsx';
import { DeactivationPanel } from './deactivation.panel.tsx';
import { MailSettingsPanel } from './mail-settings.panel.tsx';
import { OwnPasswordPanel } from './own-password.panel.tsx';
import { OwnProjectsPanel } from '#features/account/own-projects/own-projects.panel.tsx';
import { PersonalDataPanel } from '#features/account/personal-data/screen/personal-data.panel.tsx';
import { SecondFactorPanel } from '#features/account/second-factor/screen/second-factor.panel.tsx';
import classes from './profile.module.css';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';

const parts = {
  personal: msg('Personal information'),
  password: msg('Change password'),
  'second-factor': msg('Two-factor authentication'),
  'e-mails': msg('E-mail settings'),
  projects: msg('My projects'),
  activity: msg('Activity'),
  deactivate: msg('Deactivate account'),
};

const askingForPasswords: ReadonlySet<string> = new Set(['password', 'second-factor', 'deactivate']);

export default function ProfilePage() {
  const takesPasswords = useTakesPasswords();
  const shown = Object.entries(parts).filter(([id]) => takesPasswords || !askingForPasswords.has(id));
  return (
    <Page title={t('Profile')}>
      <div className={classes.page}>
        <nav className={classes.anchors} aria-label={t('Profile')}>
          {shown.map(([id, title]) => (
            <Anchor key={id} href={`#${id}`} size="sm" c="dimmed">
              {t(title)}
            </Anchor>
          ))}
        </nav>
        <Stack gap={16}>
          <PersonalDataPanel />
          {takesPasswords && <OwnPasswordPanel />}
          {takesPasswords && <SecondFactorPanel />}
          <MailSettingsPanel />
          <OwnProjectsPanel />
          <OwnActivityPanel />
          {takesPasswords && <DeactivationPanel />}
        </Stack>
      </div>
    </Page>
  );
}

/** True until loaded. */
export const useTakesPasswords = (): boolean => useQuery(query(readSignUpRules, {})).data?.takes_passwords !== false;
