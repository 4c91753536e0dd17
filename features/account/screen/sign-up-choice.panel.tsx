import { Skeleton, Group, Radio, Switch } from '@mantine/core';
import { useState } from 'react';
import { type SignUpMode, signUpModes } from '#contract/permission.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t, msg } from '#ui/text/i18n.ts';
import {
  changeSignUpMode,
  readSignUpMode,
  type readSignUpRules,
  changeDemand,
  readDemand,
} from '#features/account/account.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { SignUpForm } from './sign-up.panel.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';

export function DemandPanel() {
  const change = useAction(changeDemand, { refreshes: [readDemand], done: t('Saved.') });
  const turn = async (isDemanded: boolean) => {
    const isSure =
      !isDemanded ||
      (await confirm({
        title: t('Two-factor authentication'),
        text: t('Users without two-factor authentication must set it up now.'),
        confirmLabel: t('Require'),
      }));
    if (isSure) change.mutate({ is_demanded: isDemanded });
  };
  return (
    <Panel title={t('Two-factor authentication')}>
      <Loaded query={query(readDemand, {})} skeleton={<Skeleton height={24} />}>
        {({ is_demanded: isDemanded, is_set_by_server: isSetByServer }) => (
          <Switch
            label={t('Require for everyone')}
            {...(isSetByServer && { description: t('Set by the server.') })}
            checked={isDemanded}
            disabled={isSetByServer || change.isPending}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
        )}
      </Loaded>
    </Panel>
  );
}

interface SignUpModesProps {
  readonly mode: SignUpMode;
  readonly isSetByServer: boolean;
  readonly onChange: (mode: SignUpMode) => void;
}

const words: Readonly<Record<SignUpMode, string>> = { open: msg('Anyone'), invited: msg('Invited only'), off: msg('Nobody') };

function SignUpModes({ mode, isSetByServer, onChange }: SignUpModesProps) {
  return (
    <Radio.Group
      label={t('Who may sign up')}
      {...(isSetByServer && { description: t('Set by the server.') })}
      value={mode}
      onChange={(value) => onChange(value as SignUpMode)}
    >
      <Group gap={16} mt={8}>
        {signUpModes.map((one) => (
          <Radio key={one} value={one} label={t(words[one])} disabled={isSetByServer} />
        ))}
      </Group>
    </Radio.Group>
  );
}

export function SignUpChoice() {
  const [chosen, setChosen] = useState<SignUpMode | null>(null);
  const change = useAction(changeSignUpMode, { refreshes: [readSignUpMode], done: t('Saved.') });
  const choose = (mode: SignUpMode) => {
    setChosen(mode);
    change.mutate({ mode }, { onSettled: () => setChosen(null) });
  };
  return (
    <Panel title={t('Sign-up')}>
      <Loaded query={query(readSignUpMode, {})} skeleton={<Skeleton height={48} />}>
        {({ mode, is_set_by_server: isSetByServer }) => (
          <SignUpModes mode={chosen ?? mode} isSetByServer={isSetByServer} onChange={choose} />
        )}
      </Loaded>
    </Panel>
  );
}

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
