import { Text } from '@mantine/core';
import { CircleCheck, CircleHelp, OctagonX, TrendingDown, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './verdict.module.css';

const icons = { stops: OctagonX, worse: TrendingDown, asks: TriangleAlert, fine: CircleCheck, unknown: CircleHelp } as const;
export type VerdictKind = keyof typeof icons;

interface VerdictProps {
  readonly kind: VerdictKind;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Verdict({ kind, title, children }: VerdictProps) {
  const Icon = icons[kind];
  return (
    <div className={classes.verdict} data-kind={kind} role="status">
      <Icon size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children !== undefined && (
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        )}
      </div>
    </div>
  );
}
