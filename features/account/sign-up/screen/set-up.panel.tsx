import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { SignUpMode } from '#contract/permission.ts';
import { t } from '#ui/text/i18n.ts';
import type { readSignUpRules } from '#features/account/account.contract.ts';
import { SignUpForm } from '#features/account/screen/sign-up.panel.tsx';
import { SignUpModes } from './sign-up-modes.tsx';

const proposed: SignUpMode = 'invited';

export default function SetUp({ rules }: { readonly rules: OutputOf<typeof readSignUpRules> }) {
  const isSet = rules.is_set_by_server;
  const [mode, setMode] = useState(isSet ? rules.mode : proposed);
  return (
    <SignUpForm
      saveLabel={t('Create account')}
      decision={<SignUpModes mode={mode} isSetByServer={isSet} onChange={setMode} />}
      signUpMode={isSet ? undefined : mode}
      // Another user was first: show the usual sign-up rules.
      onMailed={() => location.reload()}
    />
  );
}
