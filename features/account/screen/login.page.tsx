import { Alert, Anchor } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { t } from '#ui/text/i18n.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';
import { NotLoaded, PublicLayout } from './public-layout.panel.tsx';
import { SignInForm } from './sign-in.panel.tsx';

/** Lazy: few servers have a provider. */
const ProviderButton = lazy(() => import('./provider-button.panel.tsx').catch(() => ({ default: NotLoaded })));

export default function LoginPage() {
  const reason = useReason();
  const { data: rules } = useAnswer(readSignUpRules, {});
  const isEmpty = rules?.is_first === true;
  useEffect(() => {
    if (isEmpty) location.replace('/register');
  }, [isEmpty]);
  const maySignUp = rules === null || rules.mode === 'open';
  const takesPasswords = rules?.takes_passwords !== false;
  const provider = rules?.provider ?? null;
  return (
    <PublicLayout
      title={t('Sign in')}
      purpose={t('Your shop’s search, in your hands.')}
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
      {takesPasswords && <SignInForm />}
      {provider !== null && (
        <Suspense fallback={null}>
          <ProviderButton name={provider} isAlone={!takesPasswords} />
        </Suspense>
      )}
    </PublicLayout>
  );
}

function useReason(): string | null {
  const reason = new URLSearchParams(location.search).get('reason');
  if (reason === 'expired') return t('Your session has ended. Sign in to continue.');
  if (reason === 'signedOutElsewhere') return t('You signed out in another tab. Sign in to continue.');
  if (reason === 'deactivated') return t('Your account is deactivated.');
  if (reason === 'unreachable') return t('You were signed out: the server didn’t respond. Sign in to continue.');
  return null;
}
