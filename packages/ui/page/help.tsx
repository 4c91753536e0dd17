import { Button, Drawer, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#ui/text/i18n.ts';

interface HelpProps {
  readonly title: string;
  readonly question?: string;
  readonly children: ReactNode;
}

export function Help({ title, question, children }: HelpProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        color="gray"
        c="dimmed"
        fw={500}
        leftSection={<CircleQuestionMark size={14} aria-hidden />}
        onClick={open}
      >
        {question ?? t('What is this?')}
      </Button>
      <Drawer opened={isOpen} onClose={close} position="right" title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
        <Stack gap={12}>{children}</Stack>
      </Drawer>
    </>
  );
}
