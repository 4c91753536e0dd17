import { Button, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { confirm } from '#console-kit/dialog/confirm.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { useAction } from '#console-kit/calls/queries.ts';
import { rotateSecret } from './credentials.contract.ts';
import { PlainValue } from '#console-kit/code/plain-value.tsx';

interface ClientSecretProps {
  /** Known only until the page is left. */
  readonly newSecret: string | null;
  readonly onMade: (secret: string) => void;
}

export function ClientSecret({ newSecret, onMade }: ClientSecretProps) {
  const t = useText();
  const rotate = useAction(rotateSecret);
  const make = async () => {
    const isSure = await confirm({
      title: t('Make a new secret?'),
      text: t(
        'The present secret and the bearer tokens made with it stop working at once. Whatever uses them needs the new one.',
      ),
      confirmLabel: t('Make a new secret'),
      isDanger: true,
    });
    if (isSure) rotate.mutate({}, { onSuccess: ({ client_secret: secret }) => onMade(secret) });
  };
  return (
    <Panel
      title={t('Client secret')}
      text={t('For your servers only. Shown once. Lost it? Create a new one.')}
      actions={
        <Button
          variant="default"
          leftSection={<KeyRound size={16} aria-hidden />}
          loading={rotate.isPending}
          onClick={() => void make()}
        >
          {t('Make a new secret')}
        </Button>
      }
    >
      {newSecret !== null && (
        <Stack gap={8} role="status">
          <Text size="sm" fw={600}>
            {t('This is the new secret. Keep it in a safe place now, it will not be shown again.')}
          </Text>
          <PlainValue value={newSecret} copyLabel={t('Copy secret')} />
        </Stack>
      )}
    </Panel>
  );
}
