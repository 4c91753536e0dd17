import { Alert } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface NoticeBarProps {
  readonly icon: LucideIcon;
  readonly colour?: string;
  readonly isAmber?: boolean;
  readonly label?: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

export function NoticeBar({
  icon: Icon,
  colour = 'var(--aisle-waiting)',
  isAmber = false,
  label,
  text,
  children,
}: NoticeBarProps) {
  return (
    <Alert
      color="gray"
      {...(isAmber && { bg: 'var(--aisle-waiting-soft)' })}
      mb={12}
      role="group"
      aria-label={label ?? (typeof text === 'string' ? text : undefined)}
      icon={<Icon size={18} aria-hidden color={colour} />}
      classNames={{ body: classes.body ?? '' }}
    >
      <div className={classes.bar}>
        <div className={classes.text} role="status">
          {text}
        </div>
        {children}
      </div>
    </Alert>
  );
}
