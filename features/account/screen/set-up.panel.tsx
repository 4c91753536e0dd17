import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type SignUpMode, signUpModes } from '#contract/permission.ts';
import { msg, t } from '#ui/text/i18n.ts';
import type { readSignUpRules } from '#features/account/account.contract.ts';
import { SignUpForm } from './sign-up.panel.tsx';

interface SignUpModesProps {
  readonly mode: SignUpMode;
  readonly isSetByServer: boolean;
  readonly onChange: (mode: SignUpMode) => void;
}

const words: Readonly<Record<SignUpMode, string>> = {
  open: msg('Anyone who opens this address'),
  invited: msg('Only people whom a project invites'),
  off: msg('Nobody, not even by invitation'),
};

export function SignUpModes({ mode, isSetByServer, onChange }: SignUpModesProps) {
  return (
    <Radio.Group
      label={t('Who may sign up')}
      {...(isSetByServer && { description: t('Set by the server.') })}
      value={mode}
      onChange={(value) => onChange(value as SignUpMode)}
    >
      <Stack gap={8} mt={8}>
        {signUpModes.map((one) => (
          <Radio key={one} value={one} label={t(words[one])} disabled={isSetByServer} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const proposed: SignUpMode = 'invited';

export default function SetUp({ rules }: { readonly rules: OutputOf<typeof readSignUpRules> }) {
  const isSet = rules.is_set_by_server;
  const [mode, setMode] = useState(isSet ? rules.mode : proposed);
  return (
    <SignUpForm
      saveLabel={t('Sign up')}
      decision={<SignUpModes mode={mode} isSetByServer={isSet} onChange={setMode} />}
      signUpMode={isSet ? undefined : mode}
      // Another user was first: show the usual sign-up rules.
      onMailed={() => location.reload()}
    />
  );
}
