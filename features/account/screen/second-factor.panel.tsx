import { PasswordField } from './password-field.panel.tsx';
import { Button, Group, Skeleton, Text, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { query, refresh } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  readActivity,
  readSecondFactor,
  type SecondFactor,
  PasswordAndCode,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '#features/account/account.contract.ts';
import { SetUpSteps, CodeField, RecoveryCodeList } from './set-up-steps.tsx';
import { call } from '#ui/calls/api.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { toast } from '#ui/calls/toast.ts';

type Opened = 'setUp' | 'newCodes' | 'turnOff';

export function SecondFactorPanel() {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const reload = () => void refresh(client, [readSecondFactor, readActivity]);
  const done = () => {
    setOpened(null);
    reload();
  };
  const titles = {
    setUp: t('Two-factor authentication'),
    newCodes: t('New codes'),
    turnOff: t('Turn off two-factor authentication'),
  };
  return (
    <Panel
      id="second-factor"
      title={t('Two-factor authentication')}
      text={t('Sign in with your password and a code from your phone.')}
    >
      <Loaded query={query(readSecondFactor, {})} skeleton={<Skeleton height={36} />}>
        {(factor) => <State factor={factor} open={setOpened} />}
      </Loaded>
      <SideDrawer isOpen={opened !== null} title={titles[opened ?? 'setUp']} onClose={done}>
        {opened === 'setUp' && <SetUpSteps onTurnedOn={reload} onDone={done} />}
        {opened === 'newCodes' && <NewCodes onRenewed={reload} onDone={done} />}
        {opened === 'turnOff' && <TurnOff onDone={done} />}
      </SideDrawer>
    </Panel>
  );
}

interface StateProps {
  readonly factor: SecondFactor;
  readonly open: (opened: Opened) => void;
}

function State({ factor: { on_since: since, recovery_codes_left: left }, open }: StateProps) {
  if (since === null)
    return (
      <Group justify="space-between">
        <Text size="sm">{t('Off')}</Text>
        <Button onClick={() => open('setUp')}>{t('Turn on')}</Button>
      </Group>
    );
  return (
    <Group justify="space-between">
      <Text size="sm">{t('On since {date}, {count} recovery codes left', { date: formats.moment(since), count: left })}</Text>
      <Group gap={8}>
        <Button variant="default" onClick={() => open('newCodes')}>
          {t('New codes')}
        </Button>
        <Button variant="default" onClick={() => open('turnOff')}>
          {t('Turn off')}
        </Button>
      </Group>
    </Group>
  );
}

interface NewCodesProps {
  readonly onRenewed: () => void;
  readonly onDone: () => void;
}

function NewCodes({ onRenewed, onDone }: NewCodesProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = async (proof: Proof) => {
    setCodes((await call(renewRecoveryCodes, proof)).recovery_codes);
    onRenewed();
  };
  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return (
    <ProofForm text={t('Your current recovery codes will stop working.')} save={renew} saveLabel={t('Generate new codes')} />
  );
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const turnOff = async (proof: Proof) => {
    await call(turnOffSecondFactor, proof);
    toast({ text: t('Turned off.') });
    onDone();
  };
  return <ProofForm text={t('You’ll sign in with your password alone.')} save={turnOff} saveLabel={t('Turn off')} />;
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
            <PasswordField
              {...form.field('password')}

              data-autofocus
            />
            <CodeField {...form.field('code')} isRecovery />
          </>
        )}
      </RecordForm>
    </Stack>
  );
}
