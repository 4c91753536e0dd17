import { Anchor, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { t } from '#ui/text/i18n.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';
import { NotLoaded, PublicLayout } from './public-layout.panel.tsx';
import { SignUpForm } from './sign-up.panel.tsx';

/** Lazy: used once per server. */
const SetUp = lazy(() => import('./set-up.panel.tsx').catch(() => ({ default: NotLoaded })));

export default function RegisterPage() {
  const { data: rules, error } = useAnswer(readSignUpRules, {});
  if (rules?.is_first)
    return (
      <PublicLayout title={t('Set up Aisle')} purpose={t('You will be its administrator.')} footer={null}>
        <Suspense fallback={null}>
          <SetUp rules={rules} />
        </Suspense>
      </PublicLayout>
    );
  // If the rules can't be loaded, the form still reports them.
  return <SignUp rules={rules} isKnown={rules !== null || error !== null} />;
}

interface SignUpProps {
  readonly rules: OutputOf<typeof readSignUpRules> | null;
  readonly isKnown: boolean;
}

function SignUp({ rules, isKnown }: SignUpProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const closed = rules === null || rules.mode === 'open' ? null : closedTexts[rules.mode];
  return (
    <PublicLayout
      title={t('Sign up')}
      purpose={t(closed ?? 'One account for all your projects.')}
      footer={
        <>
          {t('Already have an account?')} <Anchor href="/login">{t('Sign in')}</Anchor>
        </>
      }
    >
      {mailedTo !== null && <MailedLink email={mailedTo} sendsMail={rules?.sends_mail ?? true} />}
      {isKnown && closed === null && mailedTo === null && <SignUpForm saveLabel={t('Sign up')} onMailed={setMailedTo} />}
    </PublicLayout>
  );
}

const closedTexts = { invited: errors.signUpByInvitation.text, off: errors.signUpOff.text } as const;

function MailedLink({ email, sendsMail }: { readonly email: string; readonly sendsMail: boolean }) {
  return (
    <div role="status">
      <Text fw={600}>{t('Open the link we sent to {email} to finish.', { email })}</Text>
      <Text c="dimmed" mt={8}>
        {sendsMail
          ? t('No mail? Check your spam folder, or sign up again.')
          : t('This server sends no mail. Your administrator finds the link in the log.')}
      </Text>
    </div>
  );
}
