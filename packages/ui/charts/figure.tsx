import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { LinkTarget } from '#ui/state/address.ts';
import { useCounted, formats } from '#ui/text/format.ts';
import classes from './figure.module.css';
import { leastCompared } from '#contract/limits.ts';
import { t } from '#ui/text/i18n.ts';

export interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null;
  readonly isBadWhenMore?: boolean;
  /** In columns, whose order a share of few doesn't tell. */
  readonly isCount?: boolean;
}

/** Less is chance as often as not. */
const leastColored = 0.1;

export function Change({ now, before, isBadWhenMore = false, isCount = false }: ChangeProps) {
  if (now === null || before === null) return <Unknown why={t('not tracked')} />;
  if (isCount || (now < leastCompared && before < leastCompared))
    return (
      <span className={classes.change} data-kind="neutral" title={t('{value} before', { value: formats.number(before) })}>
        {formats.difference(now - before)}
      </span>
    );
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
  const kind = Math.abs(share) <= leastColored ? 'neutral' : isMore === isBadWhenMore ? 'bad' : 'good';
  const Arrow = isMore ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-kind={kind}>
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

interface FigureProps {
  readonly label: string;
  readonly value: string | number | null;
  readonly why?: string;
  readonly isEstimated?: boolean;
  readonly change?: ChangeProps;
  readonly unit?: ReactNode;
  readonly to?: LinkTarget | undefined;
}

export function Figure({ label, value, why, isEstimated = false, change, unit, to }: FigureProps) {
  const { text, title } = useCounted({ value: typeof value === 'number' ? formats.number(value) : value, why, isEstimated });
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {to && value !== null ? (
          <Link {...to} className={classes.number} title={title}>
            {text}
          </Link>
        ) : (
          <span className={classes.number} title={title}>
            {text}
          </span>
        )}
        {unit !== undefined && value !== null && <span className={classes.unit}>{unit}</span>}
        {change && value !== null && <Change {...change} />}
      </dd>
    </div>
  );
}

export const Figures = ({ children }: { readonly children: ReactNode }) => <dl className={classes.figures}>{children}</dl>;
