import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#ui/state/address.ts';
import { Change, type ChangeProps } from './change.tsx';
import { useCounted } from '#ui/text/counted.ts';
import classes from './figure.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: string | null;
  readonly why?: string;
  readonly isEstimated?: boolean;
  readonly change?: ChangeProps;
  readonly unit?: ReactNode;
  readonly to?: LinkTarget | undefined;
}

export function Figure({ label, value, why, isEstimated = false, change, unit, to }: FigureProps) {
  const { text, title } = useCounted({ value, why, isEstimated });
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
