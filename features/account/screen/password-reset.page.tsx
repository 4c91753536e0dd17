import { NewPasswordField, PasswordField } from './password-field.panel.tsx';
import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { t } from '#ui/text/i18n.ts';
import { PublicLayout } from './public-layout.panel.tsx';
import { SignInForm } from './sign-in.panel.tsx';
import {
  checkResetLink,
  NewPasswordFields,
  resetPassword,
  ForgottenInput,
  requestReset,
  readSignUpRules,
} from '#features/account/account.contract.ts';
import type * as z from 'zod/mini';
import { call, asCallError } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { Withdrawn } from '#ui/calls/saving.ts';

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
      purpose={t('Enter your e-mail address and we’ll send you a link.')}
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
  // If the check fails, the form still reports it.
  const isKnown = data !== null || error !== null;
  return (
    <PublicLayout
      title={t('New password')}
      purpose={t('Signs you out on all devices.')}
      footer={<Anchor href="/login">{t('Sign in')}</Anchor>}
    >
      {isOver && (
        <Alert variant="light" color="red" role="alert">
          {t('This link expired or was used.')}
          <Button variant="default" size="xs" mt={12} display="block" onClick={onAskAnew}>
            {t('Send again')}
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

interface NewPasswordFormProps {
  readonly token: string;
  readonly onSet: (email: string) => void;
  readonly onRefused: () => void;
}

function NewPasswordForm({ token, onSet, onRefused }: NewPasswordFormProps) {
  const save = async (values: z.output<typeof NewPasswordFields>) => {
    try {
      const { email } = await call(resetPassword, { ...values, token });
      onSet(email);
    } catch (error) {
      if (asCallError(error).code !== 'linkNotValid') throw error;
      onRefused();
      throw new Withdrawn();
    }
  };
  return (
    <RecordForm
      schema={NewPasswordFields}
      initial={{ password: '', password_confirmation: '' }}
      names={{ password: t('New password'), password_confirmation: t('Confirm password') }}
      save={save}
      saveLabel={t('Set password')}
    >
      {(form) => (
        <>
          <NewPasswordField {...form.field('password')} autoFocus />
          <PasswordField {...form.field('password_confirmation')} autoComplete="new-password" />
        </>
      )}
    </RecordForm>
  );
}

/** Says the same for every address, so that nobody learns who has an account. */
function RequestLink() {
  const { data: rules } = useAnswer(readSignUpRules, {});
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async ({ email }: z.output<typeof ForgottenInput>) => {
    await call(requestReset, { email });
    setSentTo(email);
  };
  return (
    <>
      {sentTo !== null && (
        <Text role="status" fw={600} mb={16}>
          {t('If {email} has an account, a link is on its way. It works for 30 minutes.', { email: sentTo })}
        </Text>
      )}
      <RecordForm
        schema={ForgottenInput}
        initial={{ email: '' }}
        names={{ email: t('E-mail') }}
        save={send}
        saveLabel={sentTo === null ? t('Send') : t('Send again')}
      >
        {(form) => <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" autoFocus />}
      </RecordForm>
      {rules?.sends_mail === false && (
        <Text c="dimmed" mt={12}>
          {t('This server sends no mail. Ask your administrator for a link.')}
        </Text>
      )}
    </>
  );
}
