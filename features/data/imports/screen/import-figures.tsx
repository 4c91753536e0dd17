import type { ReactNode } from 'react';
import classes from './import.module.css';

export const Figures = ({ children }: { readonly children: ReactNode }) => <dl className={classes.figures}>{children}</dl>;

export const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
