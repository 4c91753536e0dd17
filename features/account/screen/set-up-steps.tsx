import { useAnswer } from '#ui/calls/use-answer.ts';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { returnAddress } from '#ui/state/return-address.ts';
import { readSecondFactor } from '#features/account/account.contract.ts';
import { PasswordField } from './password-field.panel.tsx';
import { Anchor, Button, Center, Code, Group, Stack, Text, TextInput, Checkbox, SimpleGrid } from '@mantine/core';
import { type ReactNode, useEffect, useState, type ComponentProps } from 'react';
import type { QrCodeGenerateResult } from 'uqr';
import { call } from '#ui/calls/api.ts';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { CodeInput, turnOnSecondFactor, beginSecondFactor, PasswordInput } from '#features/account/account.contract.ts';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { saveFile } from '#ui/files/csv-button.tsx';

const codeDigits = 6;
/** Apps show a space in the middle. */
const longestTyped = codeDigits + 1;

interface CodeFieldProps extends ComponentProps<typeof TextInput> {
  readonly isRecovery?: boolean;
}

export const CodeField = ({ isRecovery = false, ...field }: CodeFieldProps) => (
  <TextInput
    {...field}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    inputMode={isRecovery ? 'text' : 'numeric'}
    {...(!isRecovery && { maxLength: longestTyped })}
  />
);

const fileName = 'aisle-recovery-codes.txt';

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shown only once, so leaving needs a confirmation. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const [isStored, setIsStored] = useState(false);
  useUnsaved(!isStored);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap={16}>
      <Text size="sm">{t('Each works once instead of a code from the app. They are shown only now.')}</Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing={8}
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={t('Recovery codes')}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap={8}>
        <Button variant="default" onClick={() => saveFile(fileName, text)}>
          {t('Download')}
        </Button>
        <CopyButton text={text} label={t('Copy')} />
      </Group>
      <Checkbox
        label={t('I’ve saved the codes')}
        checked={isStored}
        onChange={(event) => setIsStored(event.currentTarget.checked)}
      />
      <Button
        onClick={() => isStored && onDone()}
        {...(!isStored && { 'aria-disabled': true, 'data-disabled': true, title: t('Save the codes first') })}
      >
        {t('Done')}
      </Button>
    </Stack>
  );
}

const steps = 4;
const keyGroups = /.{1,4}/g;

interface SetUpStepsProps {
  /** On, but the recovery codes are not stored yet. */
  readonly onTurnedOn?: () => void;
  readonly onDone: () => void;
}

export function SetUpSteps({ onTurnedOn, onDone }: SetUpStepsProps) {
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  const [isAdded, setIsAdded] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <Step number={4} title={t('Save your recovery codes')}>
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
      <Text size="sm">{t('Scan it with an authenticator app, or type the key there.')}</Text>
      <Center>
        <QrCode text={address} label={t('QR code with the key')} />
      </Center>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Code fz="sm">{key.match(keyGroups)?.join(' ')}</Code>
        <CopyButton text={key} label={t('Copy')} />
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

interface BegunFactor {
  readonly key: string;
  readonly address: string;
}

function PasswordStep({ onBegun }: { readonly onBegun: (begun: BegunFactor) => void }) {
  return (
    <RecordForm
      schema={PasswordInput}
      initial={{ password: '' }}
      names={{ password: t('Password') }}
      save={async (values) => onBegun(await call(beginSecondFactor, values))}
      saveLabel={t('Continue')}
    >
      {(form) => (
        <PasswordField
          {...form.field('password')}

          data-autofocus
          autoFocus
        />
      )}
    </RecordForm>
  );
}

/** In modules, as readers need (ISO/IEC 18004). */
const quietModules = 4;
const sizePx = 208;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Dark on light in every theme, as readers need. */
function QrCode({ text, label }: QrCodeProps) {
  const [code, setCode] = useState<QrCodeGenerateResult>();
  useEffect(() => {
    // Without it, the secret beside is typed.
    void import('uqr').then(({ encode }) => setCode(encode(text, { ecc: 'M', border: quietModules }))).catch(() => undefined);
  }, [text]);
  const { data, size } = code ?? { data: [], size: sizePx };
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg role="img" aria-label={label} width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const goOn = () => location.replace(returnAddress(location.search));

export function DemandedSetUp() {
  const { data } = useAnswer(readSecondFactor, {});
  const isOn = data !== null && data.on_since !== null;
  // Set up in another tab.
  useEffect(() => {
    if (isOn) goOn();
  }, [isOn]);
  return (
    <>
      {!isOn && <SetUpSteps onDone={goOn} />}
      <ConfirmDialog />
    </>
  );
}
