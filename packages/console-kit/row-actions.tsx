import type { LucideIcon } from 'lucide-react';
import classes from './row-actions.module.css';

export interface RowAction {
  /** A verb with its object, such as `Delete synonym`. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Why it can't be used now and who can help. */
  readonly disabledReason?: string | undefined;
}

/** What can be done with a row, at its right end. Plain elements, as a list has many of them. */
export function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  return (
    <div className={classes.actions}>
      {actions.map(({ label, icon: Icon, run, disabledReason }) => (
        <button
          key={label}
          type="button"
          className={classes.action}
          data-tip={disabledReason ?? label}
          aria-label={label}
          aria-disabled={disabledReason !== undefined}
          onClick={() => disabledReason === undefined && run()}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}
