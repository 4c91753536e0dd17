import type { ReactNode } from 'react';
import classes from './import-figures.module.css';

interface FiguresProps {
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

export const Figures = ({ isFirst = false, children }: FiguresProps) => (
  <dl className={classes.figures} {...(isFirst && { 'data-is-first': true })}>
    {children}
  </dl>
);

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export const Figure = ({ name, value, note }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {note !== undefined && <dd className={classes.note}>{note}</dd>}
  </div>
);
