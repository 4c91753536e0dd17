import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { Email, NewPassword } from '#contract/fields.ts';
import { call } from '#console-kit/calls/api.ts';
import { useAnswer } from '#console-kit/calls/use-answer.ts';
import { RecordForm } from '#console-kit/form/form.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { onSessionElsewhere, startSession } from '#console-kit/session/session.ts';
import { login, readSignUpRules } from './account.contract.ts';
import { PublicLayout } from './public-layout.panel.tsx';
import { returnAddress } from '#console-kit/session/return-address.ts';

/** What the form asks for. A password that breaks the rule can't be right, so it isn't even sent. */
const SignIn = z.object({ email: Email, password: NewPassword });

export default function LoginPage() {
  const t = useText();
  const reason = useReason();
  const { data: rules } = useAnswer(readSignUpRules, {});
  const maySignUp = rules === null || rules.is_first || rules.mode === 'open';
  const signIn = async (values: z.output<typeof SignIn>) => {
    const { token } = await call(login, values);
    startSession(token);
    location.assign(returnAddress(location.search));
  };
  // Who signs in in another tab is signed in here, too.
  useEffect(() => onSessionElsewhere((token) => token !== null && location.assign(returnAddress(location.search))), []);
  return (
    <PublicLayout
      title={t('Sign in')}
      purpose={t('Search of your shop, in your hands.')}
      footer={
        maySignUp && (
          <>
            {t('No account yet?')} <Anchor href="/register">{t('Sign up')}</Anchor>
          </>
        )
      }
    >
      {reason && (
        <Alert variant="light" color="gray" mb={16} role="status">
          {reason}
        </Alert>
      )}
      <RecordForm
        schema={SignIn}
        initial={{ email: '', password: '' }}
        names={{ email: t('E-mail'), password: t('Password') }}
        save={signIn}
        saveLabel={t('Sign in')}
      >
        {(form) => (
          <>
            <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" autoFocus />
            <PasswordInput {...form.field('password')} autoComplete="current-password" {...visibilityLabel(t('Show password'))} />
          </>
        )}
      </RecordForm>
    </PublicLayout>
  );
}

/** Why people find themselves here, when they did not sign out themselves. */
function useReason(): string | null {
  const t = useText();
  const reason = new URLSearchParams(location.search).get('reason');
  if (reason === 'expired') return t('Your session has ended. Sign in to go on where you were.');
  if (reason === 'signedOutElsewhere') return t('You signed out in another tab. Sign in to go on where you were.');
  if (reason === 'unreachable') return t('The server did not answer, so you were signed out. Sign in to go on where you were.');
  return null;
}

const visibilityLabel = (label: string) => ({ visibilityToggleButtonProps: { 'aria-label': label } });
