import { Button, Group, Popover, Text } from '@mantine/core';
import { useId } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './row-actions.module.css';

interface RowQuestionProps {
  readonly text: string;
  readonly yes: string;
  readonly agree: () => void;
  readonly keep: () => void;
  readonly position?: 'left' | 'bottom-start';
}

/** Enter agrees, Esc and a click elsewhere cancel. */
export function RowQuestion({ text, yes, agree, keep, position = 'left' }: RowQuestionProps) {
  const textId = useId();
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && keep()}
      onDismiss={keep}
      position={position}
      withArrow
      shadow="md"
      trapFocus
      withinPortal
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.asking} />
      </Popover.Target>
      <Popover.Dropdown role="alertdialog" aria-labelledby={textId}>
        <Text id={textId} size="sm" mb={12} maw={280}>
          {text}
        </Text>
        <Group justify="flex-end" gap={8} wrap="nowrap">
          <Button size="xs" variant="default" onClick={keep}>
            {t('Keep')}
          </Button>
          <Button size="xs" color="red" data-autofocus onClick={agree}>
            {yes}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
