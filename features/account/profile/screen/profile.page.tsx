import { PasswordField, NewPasswordField } from '#features/account/screen/password-field.panel.tsx';
import { Anchor, SimpleGrid, Stack, TextInput, Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { msg, t } from '#ui/text/i18n.ts';
import { Page } from '#ui/page/page.tsx';
import { OwnActivityPanel } from '#features/account/screen/activity.panel.tsx';
import { OwnProjectsPanel } from './own-projects.panel.tsx';
import { PersonalDataPanel } from './personal-data.panel.tsx';
import { SecondFactorPanel } from '#features/account/screen/second-factor.panel.tsx';
import classes from './profile.module.css';
import { query, useCall, followingAnswer, useAction } from '#ui/calls/queries.ts';
import { readSignUpRules, readActivity } from '#features/account/account.contract.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { linkTo } from '#ui/state/address.ts';
import { endSession, useAllowed } from '#ui/state/session.ts';
import {
  listOwnProjects,
  deactivate,
  DeactivateInput,
  deactivationPhrase,
  changeMailSetting,
  type MailSetting,
  readMailSettings,
  readUserData,
  changePassword,
  ChangePasswordInput,
} from '#features/account/profile/profile.contract.ts';
import { Loaded } from '#ui/page/states.tsx';
import type { MessageKind } from '#contract/texts/message-texts.ts';
import { WeeklyReports } from '#features/analytics/weekly-report/screen/weekly-report.panel.tsx';
import { useState } from 'react';
import { toast } from '#ui/calls/toast.ts';

const blank = { password: '', new_password: '', new_password_confirmation: '' };

const withoutPassword = msg('If you only sign in with {provider}, set a password by “Forgot password” first.');

export function OwnPasswordPanel() {
  const provider = useQuery(query(readSignUpRules, {})).data?.provider;
  const [saved, setSaved] = useState(0);
  const change = useCall(changePassword, { refreshes: [readActivity, readUserData] });
  return (
    <Panel id="password" title={t('Change password')} {...(provider && { text: t(withoutPassword, { provider }) })}>
      <RecordForm
        key={saved}
        schema={ChangePasswordInput}
        initial={blank}
        names={{ password: t('Current password'), new_password: t('New password'), new_password_confirmation: t('Verify') }}
        save={(values) => change.mutateAsync(values)}
        onSaved={() => {
          setSaved((count) => count + 1);
          toast({ text: t('Password changed. Other sessions were signed out.') });
        }}
        saveLabel={t('Change password')}
        isChange
      >
        {(form) => (
          <>
            <PasswordField {...form.field('password')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} style={{ alignItems: 'end' }}>
              <NewPasswordField {...form.field('new_password')} />
              <PasswordField {...form.field('new_password_confirmation')} autoComplete="new-password" />
            </SimpleGrid>
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

function DeactivationPanel() {
  const { data: projects = [] } = useQuery(query(listOwnProjects, {}));
  const onlyOwned = projects.filter(({ is_only_owner: isOnlyOwner }) => isOnlyOwner).map(({ name }) => name);
  const leave = useCall(deactivate);
  return (
    <Panel
      id="deactivate"
      isDanger
      title={t('Deactivate account')}
      text={t('You lose access to {count} projects. Your rules stay.', { count: projects.length })}
    >
      <RecordForm
        schema={DeactivateInput}
        initial={{ password: '', verification: '' }}
        names={{ password: t('Password'), verification: t('Type “{phrase}” to confirm.', { phrase: deactivationPhrase }) }}
        save={(values) => leave.mutateAsync(values)}
        onSaved={() => endSession('deactivated')}
        saveLabel={t('Deactivate account')}
        isChange
        isDanger
        waitReason={
          onlyOwned.length === 0 ? undefined : t('Transfer ownership of {projects} first.', { projects: onlyOwned.join(', ') })
        }
      >
        {(form) => (
          <>
            <PasswordField {...form.field('password')} />
            <TextInput
              {...form.field('verification')}
              autoComplete="off"
              error={
                form.field('verification').error &&
                t('Field is not valid. Type exactly “{phrase}”.', { phrase: deactivationPhrase })
              }
            />
          </>
        )}
      </RecordForm>
    </Panel>
  );
}

const kindTitles: Readonly<Record<MessageKind, string>> = {
  feedFailed: msg('Failed imports'),
  availabilityFailed: msg('Failed updates of prices and stock'),
  importOnHold: msg('Imports on hold'),
  embeddingFailed: msg('Failed search by meaning'),
  diskFull: msg('A full disk'),
  checkItemRed: msg('Check items on alert'),
  experimentStopped: msg('Stopped A/B tests'),
  invitationNotSent: msg('Invitations that were not sent'),
};

function MailSettingsPanel() {
  return (
    <Panel id="e-mails" title={t('E-mail settings')} text={t('Notifications you also get by e-mail.')}>
      <Loaded query={followingAnswer(readMailSettings, {})} skeleton={<Skeleton height={120} />}>
        {({ data, beside }) => <Switches settings={data} sendsMail={beside.sends_mail} />}
      </Loaded>
      <WeeklyReports />
    </Panel>
  );
}

function Switches({ settings, sendsMail }: { readonly settings: readonly MailSetting[]; readonly sendsMail: boolean }) {
  const isAdmin = useAllowed('admin');
  const change = useAction(changeMailSetting, { refreshes: [readMailSettings] });
  return (
    <Stack gap={12}>
      {sendsMail && settings.length === 0 && <Text c="dimmed">{t('For people who manage data or users of a project.')}</Text>}
      {!sendsMail && (
        <Text size="sm" c="dimmed">
          {t('This server sends no mail.')}{' '}
          {isAdmin ? (
            <Anchor component={Link} {...linkTo('/super-admin/settings', {})}>
              {t('Set up mail')}
            </Anchor>
          ) : (
            t('Ask your administrator to set it up.')
          )}
        </Text>
      )}
      {settings.map(({ kind, is_mailed }) => (
        <Switch
          key={kind}
          label={t(kindTitles[kind])}
          checked={is_mailed}
          disabled={!sendsMail}
          onChange={(event) => change.mutate({ kind, is_mailed: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

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
