import { Anchor, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { CodeField } from './set-up-steps.tsx';
import { CodeInput, signInWithCode } from '#features/account/account.contract.ts';

interface CodeStepProps {
  readonly ticket: string;
  readonly onSignedIn: (token: string) => void;
  readonly onBack: () => void;
}

export function CodeStep({ ticket, onSignedIn, onBack }: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <Stack gap={16}>
      <RecordForm
        key={String(isRecovery)}
        schema={CodeInput}
        initial={{ code: '' }}
        names={{ code: isRecovery ? t('Recovery code') : t('Code from your app') }}
        save={async ({ code }) => onSignedIn((await call(signInWithCode, { ticket, code })).token)}
        saveLabel={t('Sign in')}
      >
        {(form) => <CodeField {...form.field('code')} isRecovery={isRecovery} autoFocus />}
      </RecordForm>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? t('Use a code from your app') : t('Use a recovery code')}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t('Back to the password')}
        </Anchor>
      </Group>
    </Stack>
  );
}
