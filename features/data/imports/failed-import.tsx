import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import { useImportSentences } from './import-sentences.tsx';
import type { ImportFailure } from './imports.contract.ts';

interface FailedImportProps {
  /** Of the feed, how many items are live. */
  readonly liveCount: number;
  readonly failure: ImportFailure;
  /** The ways out. */
  readonly actions: ReactNode;
}

/** Why an import failed, and what can be done. */
export function FailedImport({ liveCount, failure, actions }: FailedImportProps) {
  const t = useText();
  const sentences = useImportSentences();
  const title =
    liveCount > 0 ? t('The feed could not be imported. What was live before stays live.') : t('The feed could not be imported.');
  return (
    <Alert color="red" variant="light" title={title}>
      <Stack gap={12}>
        <Text size="sm">{sentences.failure(failure)}</Text>
        <Group gap={8}>{actions}</Group>
      </Stack>
    </Alert>
  );
}
