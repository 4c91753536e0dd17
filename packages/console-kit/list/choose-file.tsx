import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import type { FileImport } from './file-import.ts';

interface ChooseFileProps {
  readonly of: Pick<FileImport<unknown>, 'file' | 'failure' | 'isBusy' | 'choose'>;
  /** As an input of a page takes it. */
  readonly accept: string;
}

/** The button that chooses a file, which one it is, and why it can't be read. */
export function ChooseFile({ of: { file, failure, isBusy, choose }, accept }: ChooseFileProps) {
  const t = useText();
  return (
    <Stack gap={8}>
      <Group gap={12}>
        <FileButton accept={accept} onChange={(picked) => void choose(picked)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileUp size={16} aria-hidden />}>
              {file ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file.name}
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
