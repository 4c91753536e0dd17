import {
  CalendarClock,
  CalendarX2,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleSlash,
  Clock,
  LoaderCircle,
  Sparkles,
  TriangleAlert,
} from 'lucide-react';
import classes from './status.module.css';

/** Fixed meanings of colour, always with an icon and a word. */
const icons = {
  live: CircleCheck,
  waiting: Clock,
  warning: TriangleAlert,
  unreached: CircleMinus,
  running: LoaderCircle,
  error: CircleAlert,
  promoted: Sparkles,
  neutral: CircleDashed,
  off: CircleSlash,
  coming: CalendarClock,
  ended: CalendarX2,
} as const;
export type StatusKind = keyof typeof icons;

interface StatusProps {
  readonly kind: StatusKind;
  readonly label: string;
  readonly title?: string;
}

export function Status({ kind, label, title }: StatusProps) {
  const Icon = icons[kind];
  return (
    <span className={classes.status} data-kind={kind} title={title}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  );
}
