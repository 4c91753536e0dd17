import { Alert, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Send } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { query, useAction } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { useProfile } from '#ui/state/session.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { type MailFailure, readMailServer, sendTestMail } from './server-settings.contract.ts';

const failures: Readonly<Record<MailFailure, string>> = {
  noHost: msg('This host doesn’t exist. Check the host in AISLE_SMTP_URL.'),
  noAnswer: msg('The mail server isn’t responding. Check host, port (465 with smtps://, 587 with smtp://) and firewall.'),
  notEncrypted: msg('No secure connection. Use smtps:// for port 465, smtp:// for port 587, and check the certificate.'),
  signIn: msg('The mail server refused the user name or password. Check both in AISLE_SMTP_URL.'),
  sender: msg('The mail server refused this sender. Check AISLE_MAIL_FROM.'),
  recipient: msg('The mail server refused your address. It may not be allowed to send mail elsewhere.'),
  other: msg('The mail server refused the mail.'),
};

/** The connection failed before the mail server said anything. */
const withoutAnswer: ReadonlySet<MailFailure | null> = new Set<MailFailure>(['noHost', 'noAnswer', 'notEncrypted']);

const settings = 'AISLE_SMTP_URL=smtps://user:password@mail.example.com\nAISLE_MAIL_FROM="Search <search@example.com>"';

export function TestMailPanel() {
  const me = useProfile();
  const test = useAction(sendTestMail, {});
  return (
    <Panel title={t('Mail')} text={t('Invitations, password links, confirmations, notifications and weekly reports.')}>
      <Loaded query={query(readMailServer, {})} skeleton={<Skeleton height={64} />}>
        {({ server, from }) =>
          server === null ? (
            <Stack gap={12} align="flex-start">
              <Status kind="warning" label={t(errors.noMailServer.text)} />
              <Text size="sm">{t('Until then, mails are saved in the data folder and their links in the log.')}</Text>
              <CodeBlock code={settings} copyLabel={t('Copy')} />
            </Stack>
          ) : (
            <Stack gap={12} align="flex-start">
              <Text size="sm">{t('{from} by {server}', { from, server })}</Text>
              <Button
                variant="default"
                leftSection={<Send size={16} aria-hidden />}
                loading={test.isPending}
                onClick={() => test.mutate({})}
              >
                {t('Send a test mail to {email}', { email: me.email })}
              </Button>
              {test.data && <MailAnswer {...test.data} />}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

const MailAnswer = ({ email, failure, answer }: OutputOf<typeof sendTestMail>) => (
  <Stack gap={8} role="status">
    {failure === null ? (
      <Status kind="live" label={t('Sent to {email}', { email })} />
    ) : (
      <Alert color="red" variant="light">
        {t(failures[failure])}
      </Alert>
    )}
    <Group gap={8}>
      {!withoutAnswer.has(failure) && (
        <Text size="sm" c="dimmed">
          {t('Answer of the mail server')}
        </Text>
      )}
      <Code>{answer}</Code>
    </Group>
  </Stack>
);
