import { VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { leastCompared } from '#contract/limits.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './figure.module.css';

export interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null;
  readonly isBadWhenMore?: boolean;
}

export function Change({ now, before, isBadWhenMore = false }: ChangeProps) {
  if (now === null || before === null) return <Unknown why={t('not tracked')} />;
  if (now < leastCompared && before < leastCompared) return <Unknown why={t('too few to compare')} />;
  if (before === 0)
    return (
      <span className={classes.change} data-kind="neutral">
        {t('New')}
      </span>
    );
  const share = (now - before) / before;
  const text = formats.change(share);
  const isMoving = Math.abs(share) >= 0.005;
  const isMore = share > 0;
  const Arrow = isMore ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-kind={!isMoving ? 'neutral' : isMore === isBadWhenMore ? 'bad' : 'good'}>
      {text}
      {isMoving && <Arrow size={14} aria-hidden />}
    </span>
  );
}

const Unknown = ({ why }: { readonly why: string }) => (
  <span className={classes.change} data-kind="neutral" title={why}>
    <span aria-hidden>–</span>
    <VisuallyHidden>{why}</VisuallyHidden>
  </span>
);
