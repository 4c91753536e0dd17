import { PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { toast } from '#ui/calls/toast.ts';
import { t } from '#ui/text/i18n.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import {
  PasswordAndCode,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '#features/account/second-factor/second-factor.contract.ts';

interface NewCodesProps {
  readonly onRenewed: () => void;
  readonly onDone: () => void;
}

export function NewCodes({ onRenewed, onDone }: NewCodesProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = async (proof: Proof) => {
    setCodes((await call(renewRecoveryCodes, proof)).recovery_codes);
    onRenewed();
  };
  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return (
    <ProofForm
      text={t('The recovery codes that you have now open nothing any more.')}
      save={renew}
      saveLabel={t('Make new codes')}
    />
  );
}

export function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const turnOff = async (proof: Proof) => {
    await call(turnOffSecondFactor, proof);
    toast({ text: t('Two-factor authentication is off.') });
    onDone();
  };
  return <ProofForm text={t('Your password alone signs you in from then on.')} save={turnOff} saveLabel={t('Turn off')} />;
}

type Proof = z.output<typeof PasswordAndCode>;

interface ProofFormProps {
  readonly text: string;
  readonly save: (proof: Proof) => Promise<void>;
  readonly saveLabel: string;
}

function ProofForm({ text, save, saveLabel }: ProofFormProps) {
  return (
    <Stack gap={16}>
      <Text size="sm">{text}</Text>
      <RecordForm
        schema={PasswordAndCode}
        initial={{ password: '', code: '' }}
        names={{ password: t('Password'), code: t('Code from your app, or a recovery code') }}
        save={save}
        saveLabel={saveLabel}
      >
        {(form) => (
          <>
            <PasswordInput
              {...form.field('password')}
              autoComplete="current-password"
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
            />
            <CodeField {...form.field('code')} isRecovery />
          </>
        )}
      </RecordForm>
    </Stack>
  );
}
