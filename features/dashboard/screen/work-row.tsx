import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleAlert, Clock, Lightbulb, MailOpen, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#ui/state/address.ts';
import classes from './to-do.module.css';

const icons = { error: CircleAlert, unfound: SearchX, waiting: Clock, invited: MailOpen, beginning: Lightbulb } as const;

export interface Work {
  readonly key: string;
  readonly kind: keyof typeof icons;
  readonly text: string;
  readonly details?: string | undefined;
  /** Undefined if the row has its own action. */
  readonly to?: LinkTarget;
  readonly action?: ReactNode;
}

export function WorkRow({ work: { kind, text, details, to, action } }: { readonly work: Work }) {
  const Icon = icons[kind];
  const words = (
    <>
      <Icon size={16} aria-hidden className={classes.icon} />
      <span className={classes.texts}>
        <span>{text}</span>
        {details !== undefined && <span className={classes.details}>{details}</span>}
      </span>
    </>
  );
  return (
    <li className={classes.row} data-kind={kind}>
      {to ? (
        <Link {...to} className={classes.work}>
          {words}
          {action === undefined && <ChevronRight size={16} aria-hidden className={classes.arrow} />}
        </Link>
      ) : (
        <div className={classes.work}>{words}</div>
      )}
      {action}
    </li>
  );
}
