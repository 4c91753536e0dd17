import { PasswordField } from './password-field.panel.tsx';
import { Anchor, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Email, NewPassword } from '#contract/fields.ts';
import { callEnvelope } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { onSessionElsewhere, startSession } from '#ui/state/session.ts';
import { returnAddress } from '#ui/state/return-address.ts';
import { login } from '#features/account/account.contract.ts';
import type { CodeStep } from './code-step.panel.tsx';
import classes from './public-layout.module.css';

/** A password that breaks the rules can't be right, so it isn't sent. */
const SignIn = z.object({ email: Email, password: NewPassword });

export function SignInForm({ email = '' }: { readonly email?: string }) {
  const [asked, setAsked] = useState<{ readonly ticket: string; readonly Step: typeof CodeStep } | null>(null);
  const goIn = (token: string) => {
    startSession(token);
    location.assign(returnAddress(location.search));
  };
  const signIn = async (values: z.output<typeof SignIn>) => {
    const { data, beside } = await callEnvelope(login, values);
    if (beside.ticket === null) return goIn(data.token);
    // Lazy: few users need a code.
    const { CodeStep: Step } = await import('./code-step.panel.tsx');
    setAsked({ ticket: beside.ticket, Step });
  };
  // Who signs in in another tab is signed in here, too.
  useEffect(() => onSessionElsewhere((token) => token !== null && location.assign(returnAddress(location.search))), []);
  if (asked !== null) return <asked.Step ticket={asked.ticket} onSignedIn={goIn} onBack={() => setAsked(null)} />;
  return (
    <RecordForm
      schema={SignIn}
      initial={{ email, password: '' }}
      names={{ email: t('E-mail'), password: t('Password') }}
      save={signIn}
      saveLabel={t('Sign in')}
    >
      {(form) => (
        <>
          <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" autoFocus={email === ''} />
          <div className={classes.password}>
            <PasswordField
              {...form.field('password')}

              autoFocus={email !== ''}
            />
            <Anchor href="/password-reset" size="sm" className={classes.forgot}>
              {t('Forgot password')}
            </Anchor>
          </div>
        </>
      )}
    </RecordForm>
  );
}
