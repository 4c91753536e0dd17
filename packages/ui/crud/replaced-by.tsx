import type { ReactNode } from 'react';
import classes from './crud.module.css';

/** What the name of a row is replaced by. On narrow screens, where columns have no heads, an arrow says so. */
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
