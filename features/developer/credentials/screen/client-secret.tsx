import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Panel } from '#ui/page/panel.tsx';
import { useAction } from '#ui/calls/queries.ts';
import {
  endOldSecret,
  overlapHours,
  readCredentials,
  rotateSecret,
} from '#features/developer/credentials/credentials.contract.ts';
import { PlainValue } from '#ui/code/code-block.tsx';

interface ClientSecretProps {
  /** Known only until the page is left. */
  readonly newSecret: string | null;
  /** Until when the secret before works; null where it doesn't. */
  readonly oldUntil: number | null;
  readonly onMade: (secret: string) => void;
}

export function ClientSecret({ newSecret, oldUntil, onMade }: ClientSecretProps) {
  const rotate = useAction(rotateSecret, { refreshes: [readCredentials] });
  const make = async () => {
    const keepsOld = await confirmNewSecret();
    if (keepsOld !== null) rotate.mutate({ keeps_old: keepsOld }, { onSuccess: ({ client_secret: secret }) => onMade(secret) });
  };
  return (
    <Panel
      title={t('Client secret')}
      text={t('For your servers only, shown once. Lost it? Create a new one.')}
      actions={
        <Button
          variant="default"
          leftSection={<KeyRound size={16} aria-hidden />}
          loading={rotate.isPending}
          onClick={() => void make()}
        >
          {t('Generate a new secret')}
        </Button>
      }
    >
      {newSecret !== null && <NewSecret secret={newSecret} />}
      {oldUntil !== null && <OldSecret until={oldUntil} />}
    </Panel>
  );
}

export const NewSecret = ({ secret }: { readonly secret: string }) => (
  <Stack gap={8} role="status">
    <Text size="sm" fw={600}>
      {t('Store the new secret now. It won’t be shown again.')}
    </Text>
    <PlainValue value={secret} copyLabel={t('Copy secret')} />
  </Stack>
);

/** Resolves to whether the present secret works for another day, or null when cancelled. */
export async function confirmNewSecret(): Promise<boolean | null> {
  let keepsOld = true;
  const isSure = await confirm({
    title: t('Generate a new secret?'),
    text: <KeepOld choose={(keeps) => (keepsOld = keeps)} />,
    confirmLabel: t('Generate a new secret'),
    isDanger: true,
  });
  return isSure ? keepsOld : null;
}

function KeepOld({ choose }: { readonly choose: (keepsOld: boolean) => void }) {
  const [kept, setKept] = useState('kept');
  const set = (next: string) => {
    setKept(next);
    choose(next === 'kept');
  };
  return (
    <Radio.Group label={t('The present secret')} value={kept} onChange={set}>
      <Stack gap={8} mt={8}>
        <Radio value="kept" label={t('works for {hours} more hours', { hours: overlapHours })} />
        <Radio value="ended" label={t('stops working now, with its bearer tokens')} />
      </Stack>
    </Radio.Group>
  );
}

function OldSecret({ until }: { readonly until: number }) {
  const end = useAction(endOldSecret, { refreshes: [readCredentials], done: t('The old secret has stopped working.') });
  return (
    <Group gap={12} justify="space-between">
      <Text size="sm">{t('The old secret works until {moment}.', { moment: formats.moment(until) })}</Text>
      <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate({})}>
        {t('Stop it now')}
      </Button>
    </Group>
  );
}
