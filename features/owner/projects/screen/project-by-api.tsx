import { Button, Group, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { t } from '#ui/text/i18n.ts';
import { SendItemsExample } from '#features/data/item-api/screen/send-items.panel.tsx';
import type { createProject } from '#features/owner/projects/projects.contract.ts';

interface ProjectByApiProps {
  readonly project: OutputOf<typeof createProject>;
  readonly onOpen: () => void;
}

export function ProjectByApi({ project: { token, client_secret: secret }, onOpen }: ProjectByApiProps) {
  return (
    <Stack gap={16}>
      <Text size="sm">{t('Send items with this client ID and secret:')}</Text>
      <CodeBlock code={`client_id:     ${token}\nclient_secret: ${secret}`} copyLabel={t('Copy credentials')} />
      <Group gap={8} wrap="nowrap" align="flex-start">
        <KeyRound size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <Text size="sm" fw={600}>
          {t('The secret is shown only now. Keep it safe.')}
        </Text>
      </Group>
      <Text size="sm">{t('Paste this into a terminal to send a first item:')}</Text>
      <SendItemsExample clientId={token} secret={secret} />
      <Group justify="flex-end">
        <Button onClick={onOpen}>{t('Open project')}</Button>
      </Group>
    </Stack>
  );
}
