import { Anchor, Button, Center, Code, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { CodeField } from './code-field.tsx';
import { type BegunFactor, PasswordStep } from './password-step.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { CodeInput, turnOnSecondFactor } from '#features/account/second-factor/second-factor.contract.ts';

const steps = 4;
const keyGroups = /.{1,4}/g;

interface SetUpStepsProps {
  /** The second factor is on; its recovery codes are still to be stored. */
  readonly onTurnedOn?: () => void;
  readonly onDone: () => void;
}

/** The password, the key, the first code, and the recovery codes. */
export function SetUpSteps({ onTurnedOn, onDone }: SetUpStepsProps) {
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  const [isAdded, setIsAdded] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <Step number={4} title={t('Store your recovery codes')}>
        <RecoveryCodeList codes={codes} onDone={onDone} />
      </Step>
    );
  if (begun === null)
    return (
      <Step number={1} title={t('Your password')}>
        <PasswordStep onBegun={setBegun} />
      </Step>
    );
  if (!isAdded)
    return (
      <Step number={2} title={t('Add Aisle to your app')}>
        <AppKey begun={begun} onAdded={() => setIsAdded(true)} />
      </Step>
    );
  return (
    <Step number={3} title={t('Type the code that the app shows')}>
      <FirstCode
        onTurnedOn={(recoveryCodes) => {
          setCodes(recoveryCodes);
          onTurnedOn?.();
        }}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => setIsAdded(false)}>
        {t('Show the key again')}
      </Anchor>
    </Step>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <Stack gap={16}>
      <div role="status">
        <Text size="xs" c="dimmed">
          {t('Step {number} of {steps}', { number, steps })}
        </Text>
        <Text fw={600}>{title}</Text>
      </div>
      {children}
    </Stack>
  );
}

interface AppKeyProps {
  readonly begun: BegunFactor;
  readonly onAdded: () => void;
}

function AppKey({ begun: { key, address }, onAdded }: AppKeyProps) {
  return (
    <>
      <Text size="sm">
        {t('Scan it with an authenticator app, such as Aegis, Google Authenticator or 1Password, or type the key there.')}
      </Text>
      <Center>
        <QrCode text={address} label={t('QR code with the key')} />
      </Center>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Code fz="sm">{key.match(keyGroups)?.join(' ')}</Code>
        <CopyButton text={key} label={t('Copy the key')} />
      </Group>
      <Button onClick={onAdded}>{t('Continue')}</Button>
    </>
  );
}

function FirstCode({ onTurnedOn }: { readonly onTurnedOn: (codes: readonly string[]) => void }) {
  return (
    <RecordForm
      schema={CodeInput}
      initial={{ code: '' }}
      names={{ code: t('Code from your app') }}
      save={async (values) => onTurnedOn((await call(turnOnSecondFactor, values)).recovery_codes)}
      saveLabel={t('Turn on')}
    >
      {(form) => <CodeField {...form.field('code')} autoFocus />}
    </RecordForm>
  );
}
