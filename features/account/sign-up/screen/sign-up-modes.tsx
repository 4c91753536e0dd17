import { Group, Radio } from '@mantine/core';
import { type SignUpMode, signUpModes } from '#contract/permission.ts';
import { msg, t } from '#ui/text/i18n.ts';

interface SignUpModesProps {
  readonly mode: SignUpMode;
  readonly isSetByServer: boolean;
  readonly onChange: (mode: SignUpMode) => void;
}

const words: Readonly<Record<SignUpMode, string>> = { open: msg('Anyone'), invited: msg('Invited only'), off: msg('Nobody') };

export function SignUpModes({ mode, isSetByServer, onChange }: SignUpModesProps) {
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
