import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formats } from '#ui/text/format.ts';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import classes from './query-tester.module.css';

interface ScoreBarProps {
  readonly label: ReactNode;
  readonly detail?: string;
  /** Below 0 for a boost that takes away. */
  readonly score: number;
  /** The score whose bar is full. */
  readonly largest: number;
  readonly isTotal?: boolean;
}

export function ScoreBar({ label, detail, score, largest, isTotal = false }: ScoreBarProps) {
  return (
    <div>
      <div className={classes.barTexts} data-total={isTotal}>
        <span>{label}</span>
        <span className={classes.score}>{formats.number(score)}</span>
      </div>
      {!isTotal && <ShareBar value={score} largest={largest} />}
      {detail !== undefined && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
  );
}
