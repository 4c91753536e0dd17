import { Button, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FormFailures, RecordForm } from '#ui/form/form.tsx';
import { problemText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';
import { ForgottenInput, requestReset } from '#features/account/password-reset/password-reset.contract.ts';

/** A mail takes a while; who asks again at once would only get two. */
const againAfterMs = 60_000;

export function RequestLink() {
  const { data: rules } = useAnswer(readSignUpRules, {});
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async ({ email }: z.output<typeof ForgottenInput>) => {
    await call(requestReset, { email });
    setSentTo(email);
  };
  return (
    <>
      {sentTo === null ? (
        <RecordForm
          schema={ForgottenInput}
          initial={{ email: '' }}
          names={{ email: t('E-mail') }}
          save={send}
          saveLabel={t('Send link')}
        >
          {(form) => <TextInput {...form.field('email')} type="email" autoComplete="username" inputMode="email" autoFocus />}
        </RecordForm>
      ) : (
        <SentLink email={sentTo} />
      )}
      {rules?.sends_mail === false && (
        <Text c="dimmed" mt={12}>
          {t('This server sends no mail. Ask your administrator for a link.')}
        </Text>
      )}
    </>
  );
}

/** The same for every address, so that nobody learns who has an account. */
function SentLink({ email }: { readonly email: string }) {
  const [count, setCount] = useState(1);
  const [isAgain, setAgain] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAgain(true), againAfterMs);
    return () => clearTimeout(timer);
  }, [count]);
  const sendAgain = async () => {
    setAgain(false);
    setRefusal(null);
    await call(requestReset, { email }).catch((error: unknown) => setRefusal(asCallError(error)));
    setCount((sent) => sent + 1);
  };
  return (
    <>
      <Text role="status" fw={600}>
        {t('If {email} has an account, a link is on its way. It works for 30 minutes.', { email })}
      </Text>
      <FormFailures failures={refusal?.problems.map((problem) => problemText(t, problem)) ?? []} />
      {isAgain && (
        <Button variant="default" mt={16} onClick={() => void sendAgain()}>
          {t('Send again')}
        </Button>
      )}
    </>
  );
}
