import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#console-kit/calls/api.ts';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { PublicLayout } from '#features/account/public-layout.panel.tsx';
import { confirmEmail } from './personal-data.contract.ts';

/** Where the link of the mail to a new address leads. Programs that look into mails open links, so it takes a click. */
export default function EmailChangePage() {
  const t = useText();
  const errorText = useErrorText();
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    void call(confirmEmail, { token })
      .then(
        (answer) => setEmail(answer.email),
        (error: unknown) => setFailure(errorText(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <PublicLayout
      title={t('Confirm your new e-mail address')}
      purpose={t('From then on you sign in with it.')}
      footer={<Anchor href="/profile">{t('Profile')}</Anchor>}
    >
      {failure !== null && (
        <Alert variant="light" color="red" role="alert" mb={16}>
          {failure}
        </Alert>
      )}
      {email === null ? (
        <Button loading={isBusy} onClick={confirm}>
          {t('Use this address')}
        </Button>
      ) : (
        <Text role="status" fw={600} c="var(--aisle-live)">
          {t('Your e-mail address is {email} now.', { email })}
        </Text>
      )}
    </PublicLayout>
  );
}
