import type { ReactNode } from 'react';
import classes from './crud.module.css';

export function ReplacedBy({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <span className={classes.arrow} aria-hidden>
        →{' '}
      </span>
      {children}
    </>
  );
}
