import { Button, Group, Progress } from '@mantine/core';
import { CircleCheck, Clock, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { ComingMoment } from '#ui/text/moment.tsx';
import classes from './waiting-drawer.module.css';

export interface WaitingRun {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly step: 'rules' | 'live';
  readonly change_count: number;
  /** null where nothing waited any more. */
  readonly release: number | null;
}

interface WaitingBarProps {
  readonly count: number;
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly midnight: number;
  readonly run: WaitingRun | null;
  /** Who started it, where that was somebody else. */
  readonly starter: string | null;
  readonly release: ReactNode;
  readonly isStarting: boolean;
  readonly regenerate: () => void;
  readonly showChanges: () => void;
}

const steps = { rules: msg('Building rules'), live: msg('Going live') } as const;
const shares = { rules: 50, live: 90 } as const;
const icons = {
  waiting: { icon: Clock, colour: 'var(--aisle-waiting)' },
  running: { icon: LoaderCircle, colour: 'var(--mantine-primary-color-filled)' },
  done: { icon: CircleCheck, colour: 'var(--aisle-live)' },
  failed: { icon: TriangleAlert, colour: 'var(--aisle-error)' },
} as const;

/** Saved changes that wait for midnight, and the way to make them live now. Shows nothing while none waits. */
export function WaitingBar({ count, timeZone, midnight, run, starter, ...props }: WaitingBarProps) {
  const { regenerate, showChanges, isStarting, release } = props;
  const block = useSavingBlock();
  if (run?.state === 'waiting' || run?.state === 'running')
    return (
      <Bar kind="running" text={runningText(t, run, starter)} note={t('Search keeps running.')}>
        <Progress className={classes.progress ?? ''} size={6} value={shares[run.step]} animated aria-label={t('Regenerating')} />
      </Bar>
    );
  if (run?.state === 'done')
    return (
      <Bar kind="done" text={regeneratedText(t, run)}>
        {release}
      </Bar>
    );
  if (count === 0) return null;
  const isFailed = run?.state === 'failed';
  return (
    <Bar
      kind={isFailed ? 'failed' : 'waiting'}
      text={isFailed ? failedText(t) : t('{count} changes wait for midnight', { count })}
      note={
        isFailed ? null : (
          <>
            ({timeZone}, <ComingMoment at={midnight} />)
          </>
        )
      }
    >
      <Group gap={8} className={classes.barActions ?? ''}>
        <Button variant="default" size="xs" onClick={showChanges}>
          {t('Show changes')}
        </Button>
        <Button
          size="xs"
          loading={isStarting}
          disabled={block !== undefined}
          title={block ?? t('Apply now instead of at midnight.')}
          onClick={regenerate}
        >
          {isFailed ? t('Try again') : t('Regenerate')}
        </Button>
      </Group>
    </Bar>
  );
}

interface BarProps {
  readonly kind: keyof typeof icons;
  readonly text: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

function Bar({ kind, text, note, children }: BarProps) {
  const { icon, colour } = icons[kind];
  return (
    <NoticeBar
      icon={icon}
      colour={colour}
      label={text}
      text={
        <>
          <strong>{text}</strong> <span className={classes.barNote}>{note}</span>
        </>
      }
    >
      {children}
    </NoticeBar>
  );
}

const runningText = (t: Translate, { step }: WaitingRun, starter: string | null): string =>
  starter === null
    ? t('Regenerating · {step}', { step: t(steps[step]) })
    : t('Regenerating, started by {person}.', { person: starter });

export const regeneratedText = (t: Translate, { change_count: count, release }: WaitingRun): string =>
  release === null
    ? t('Regenerated. Nothing waited any more.')
    : t('Regenerated. {count} changes are live in release {release}.', { count, release });

export const failedText = (t: Translate): string => t('Regenerating failed. Nothing changed for customers.');
