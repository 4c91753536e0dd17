import { ActionIcon, Stack } from '@mantine/core';
import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './messages.module.css';

interface MessageItemProps {
  readonly icon: LucideIcon;
  readonly colour: string;
  readonly children: ReactNode;
  readonly dismiss?: () => void;
}

export function MessageItem({ icon: Icon, colour, children, dismiss }: MessageItemProps) {
  return (
    <li className={classes.message}>
      <Icon size={16} aria-hidden color={colour} style={{ flex: 'none', marginTop: 3 }} />
      <Stack gap={4} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Stack>
      {dismiss && (
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('Dismiss')} title={t('Dismiss')} onClick={dismiss}>
          <X size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
