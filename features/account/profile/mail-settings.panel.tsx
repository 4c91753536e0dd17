import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { followingAnswer, useAction } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import type { MessageKind } from '#contract/texts/message-texts.ts';
import { WeeklyReports } from '#features/analytics/weekly-report/screen/weekly-report.panel.tsx';
import { changeMailSetting, type MailSetting, readMailSettings } from './profile.contract.ts';

const kindTitles: Readonly<Record<MessageKind, string>> = {
  feedFailed: msg('Failed imports'),
  availabilityFailed: msg('Failed updates of prices and stock'),
  importHeld: msg('Held imports'),
  diskFull: msg('A full disk'),
  privateFields: msg('Private fields'),
  checkItemRed: msg('Red check items'),
  invitationNotSent: msg('Invitations that were not sent'),
};

export function MailSettingsPanel() {
  return (
    <Panel
      id="e-mails"
      title={t('E-mail settings')}
      text={t('Choose which notifications you also get by e-mail. You’ll always see them under the bell.')}
    >
      <Loaded query={followingAnswer(readMailSettings, {})} skeleton={<Skeleton height={120} />}>
        {({ data, beside }) => <Switches settings={data} sendsMail={beside.sends_mail} />}
      </Loaded>
      <WeeklyReports />
    </Panel>
  );
}

function Switches({ settings, sendsMail }: { readonly settings: readonly MailSetting[]; readonly sendsMail: boolean }) {
  const change = useAction(changeMailSetting, { refreshes: [readMailSettings] });
  return (
    <Stack gap={12}>
      {sendsMail && settings.length === 0 && (
        <Text c="dimmed">{t('E-mails go to people who manage the data or the users of a project.')}</Text>
      )}
      {!sendsMail && <Text c="dimmed">{t('This server sends no mail.')}</Text>}
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
