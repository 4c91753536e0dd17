import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { errors } from '#contract/errors.ts';
import { useAnswer } from '#console-kit/calls/use-answer.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { readSignUpRules } from './account.contract.ts';
import { PublicLayout } from './public-layout.panel.tsx';
import { SignUpForm } from './sign-up.panel.tsx';

export default function RegisterPage() {
  const t = useText();
  const { data: rules, error } = useAnswer(readSignUpRules, {});
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  // Who can't be told the rules may try; the answer then says them.
  const isKnown = rules !== null || error !== null;
  const closed = rules === null || rules.is_first || rules.mode === 'open' ? null : closedTexts[rules.mode];
  const purpose = rules?.is_first
    ? t('One account for all your projects. The first person to sign up looks after this server.')
    : t('One account for all your projects.');
  return (
    <PublicLayout
      title={t('Sign up')}
      purpose={closed === null ? purpose : t(closed)}
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
  const t = useText();
  return (
    <div role="status">
      <Text fw={600}>{t('We have sent a mail to {email}. Open the link in it to finish.', { email })}</Text>
      <Text c="dimmed" mt={8}>
        {sendsMail
          ? t('Nothing there after a few minutes? Look among unwanted mails, or sign up again.')
          : t('This server sends no mails. Whoever looks after it finds the link in its log.')}
      </Text>
    </div>
  );
}
