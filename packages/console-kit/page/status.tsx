import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, CircleSlash, Clock, LoaderCircle, Sparkles } from 'lucide-react';
import classes from './status.module.css';

/** The fixed meanings of colour, the same on every screen, always with an icon and a word. */
const icons = {
  live: CircleCheck,
  waiting: Clock,
  unreached: CircleMinus,
  running: LoaderCircle,
  error: CircleAlert,
  promoted: Sparkles,
  neutral: CircleDashed,
  off: CircleSlash,
} as const;
export type StatusKind = keyof typeof icons;

interface StatusProps {
  readonly kind: StatusKind;
  /** The translated word. */
  readonly label: string;
}

export function Status({ kind, label }: StatusProps) {
  const Icon = icons[kind];
  return (
    <span className={classes.status} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  );
}
