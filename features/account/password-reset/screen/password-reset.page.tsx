import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { t } from '#ui/text/i18n.ts';
import { PublicLayout } from '#features/account/screen/public-layout.panel.tsx';
import { SignInForm } from '#features/account/screen/sign-in.panel.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { checkResetLink } from '#features/account/password-reset/password-reset.contract.ts';
import { RequestLink } from './request-link.tsx';

/** Without a token somebody asks for a link; with the one of the link they set a new password, and then sign in. */
export default function PasswordResetPage() {
  const [token, setToken] = useState(() => new URLSearchParams(location.search).get('token'));
  const [email, setEmail] = useState<string | null>(null);
  const leave = (address: string) => history.replaceState(null, '', address);
  if (email !== null) return <SignInAnew email={email} />;
  if (token === null) return <AskForLink />;
  return (
    <SetPassword
      token={token}
      onSet={(person) => {
        leave('/login');
        setEmail(person);
      }}
      onAskAnew={() => {
        leave('/password-reset');
        setToken(null);
      }}
    />
  );
}

function AskForLink() {
  return (
    <PublicLayout
      title={t('Forgot password')}
      purpose={t('Type the e-mail address of your account, and we mail you a link.')}
      footer={<Anchor href="/login">{t('Sign in')}</Anchor>}
    >
      <RequestLink />
    </PublicLayout>
  );
}

interface SetPasswordProps {
  readonly token: string;
  readonly onSet: (email: string) => void;
  readonly onAskAnew: () => void;
}

function SetPassword({ token, onSet, onAskAnew }: SetPasswordProps) {
  const [isRefused, setRefused] = useState(false);
  const { data, error } = useAnswer(checkResetLink, { token });
  const isOver = isRefused || error?.code === 'linkNotValid';
  // Who can't be told whether the link works may try; the answer then says it.
  const isKnown = data !== null || error !== null;
  return (
    <PublicLayout
      title={t('New password')}
      purpose={t('It replaces the one that you have forgotten, and signs you out everywhere.')}
      footer={<Anchor href="/login">{t('Sign in')}</Anchor>}
    >
      {isOver && (
        <Alert variant="light" color="red" role="alert">
          {t('This link expired or was used.')}
          <Button variant="default" size="xs" mt={12} display="block" onClick={onAskAnew}>
            {t('Send a new one')}
          </Button>
        </Alert>
      )}
      {!isOver && isKnown && <NewPasswordForm token={token} onSet={onSet} onRefused={() => setRefused(true)} />}
    </PublicLayout>
  );
}

function SignInAnew({ email }: { readonly email: string }) {
  return (
    <PublicLayout title={t('Sign in')} purpose={t('Your shop’s search, in your hands.')} footer={null}>
      <Text role="status" fw={600} c="var(--aisle-live)" mb={16}>
        {t('Password set. Sign in.')}
      </Text>
      <SignInForm email={email} />
    </PublicLayout>
  );
}
