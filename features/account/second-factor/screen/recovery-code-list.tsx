import { Button, Checkbox, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { useUnsaved } from '#ui/state/unsaved.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { t } from '#ui/text/i18n.ts';

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
      <Text size="sm">{t('Each recovery code works once instead of a code from the app. They are shown only now.')}</Text>
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
          {t('Download the codes')}
        </Button>
        <CopyButton text={text} label={t('Copy recovery codes')} />
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
