import type { ReactNode } from 'react';
import { errors, isErrorCode } from '#contract/errors.ts';
import type { Column } from '#ui/list/table.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, type Translate, t } from '#ui/text/i18n.ts';
import {
  type ApiCall,
  type CallHeader,
  firstFailure,
  type FailedCall,
  firstServerFailure,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import classes from './api-logs.module.css';

interface CellProps {
  readonly call: FailedCall;
}

/** Like server logs, the same in every language. */
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const millisecondsOf = (at: number): string => String(at % 1000).padStart(3, '0');
const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

export function CallTime({ call: { time }, isWhole = false }: CellProps & { readonly isWhole?: boolean }) {
  return (
    <time dateTime={new Date(time).toISOString()} title={formats.moment(time)} className={classes.time}>
      {(isWhole || !isToday(time)) && `${formats.shortDay(time)} `}
      {clock.format(time)}
      <span className={isWhole ? undefined : classes.wide}>.{millisecondsOf(time)}</span>
    </time>
  );
}

export function CallName({ call }: CellProps) {
  return (
    <>
      <code className={classes.call}>{call.call}</code>
      <span className={classes.onCard}>
        {' · '}
        <CallStatus call={call} />
      </span>
    </>
  );
}

const statusWords = {
  answered: msg('Answered'),
  refused: msg('Refused'),
  failed: msg('Server error'),
} as const;
export type StatusKind = keyof typeof statusWords;

export const statusKind = ({ status }: Pick<ApiCall, 'status'>): StatusKind => {
  if (status >= firstServerFailure) return 'failed';
  return status >= firstFailure ? 'refused' : 'answered';
};
export const statusWord = (t: Translate, call: Pick<ApiCall, 'status'>): string => t(statusWords[statusKind(call)]);

const unknownPart = '…';

/** Parameters of the sentence are not logged. */
export function reasonText(t: Translate, call: Pick<ApiCall, 'status' | 'code'>): string {
  if (!isErrorCode(call.code)) return statusWord(t, call);
  const { text } = errors[call.code];
  const parts = Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', unknownPart]));
  return t(text, parts);
}

export function CallStatus({ call }: CellProps) {
  return (
    <span className={classes.status} data-kind={statusKind(call)} title={`${call.status} ${statusWord(t, call)}`}>
      {call.status}
    </span>
  );
}

export function CallDuration({ call: { took } }: CellProps) {
  return `${formats.number(took)}\u00A0ms`;
}

export function CallUser({ call: { user, is_shop: isShop } }: { readonly call: ApiCall }) {
  return user ?? (isShop ? t('shop') : '–');
}

const cells: Readonly<Record<CallHeader['type'], (call: ApiCall, name: string) => ReactNode>> = {
  moment: (call) => <CallTime call={call} />,
  call: (call) => <CallName call={call} />,
  status: (call) => <CallStatus call={call} />,
  milliseconds: (call) => <CallDuration call={call} />,
  caller: (call) => <CallUser call={call} />,
  text: (call, name) => textOf(call[name as keyof ApiCall]),
};

const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–');

const onCard = new Set<string>(['call', 'time', 'took', 'project']);

export const columnsOf = (t: Translate, headers: readonly CallHeader[]): Column<ApiCall>[] =>
  headers.map(({ name, label, type }) => ({
    name,
    title: t(label),
    cell: (call) => cells[type](call, name),
    isName: type === 'call',
    isNumber: type === 'milliseconds',
    isTitledOnCard: false,
    isWideOnly: !onCard.has(name),
  }));
