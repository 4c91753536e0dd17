import type { ReactNode } from 'react';
import classes from './item-button.module.css';

interface ItemButtonProps {
  readonly open: () => void;
  /** Wider where there is room, and as narrow as it must be where there is none. */
  readonly isRoomy?: boolean;
  readonly children: ReactNode;
}

/** An item in a table: a click anywhere on it opens it. */
export function ItemButton({ open, isRoomy = false, children }: ItemButtonProps) {
  return (
    <button type="button" className={classes.button} data-roomy={isRoomy} onClick={open}>
      {children}
    </button>
  );
}
