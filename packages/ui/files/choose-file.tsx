import { Alert, Group, Stack, Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { PickFile } from '#ui/form/pick-file.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { t } from '#ui/text/i18n.ts';
import type { FileImport } from './file-import.ts';

interface ChooseFileProps {
  readonly of: Pick<FileImport<unknown>, 'files' | 'failure' | 'isBusy' | 'choose'>;
  readonly isMultiple?: boolean;
  readonly accept: string;
}

export function ChooseFile({ of: { files, failure, isBusy, choose }, isMultiple = false, accept }: ChooseFileProps) {
  const words = isMultiple
    ? { first: t('Choose files'), other: t('Choose other files') }
    : { first: t('Choose a file'), other: t('Choose another file') };
  return (
    <Stack gap={8}>
      <Group gap={12}>
        <PickFile
          accept={accept}
          isMultiple={isMultiple}
          onPicked={(picked) => void choose(picked)}
          leftSection={<FileUp size={16} aria-hidden />}
        >
          {words[files.length === 0 ? 'first' : 'other']}
        </PickFile>
        {files.length > 0 && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {files.map(({ name }) => name).join(', ')}
          </Text>
        )}
      </Group>
      <RefetchBar isMoving={isBusy} />
      {failure !== undefined && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </Stack>
  );
}
