import type { ReactNode } from 'react';
import { type RowState, timedStateOf, type Validity } from '#contract/rows/rule-fields.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Status } from '#ui/page/status.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { isLeaving } from './crud.ts';
import type { Column } from '#ui/list/table.tsx';

export type UseStates<Row> = (rows: readonly Row[]) => (row: Row) => ReactNode;

export const useNoStates = () => () => null;

export function useIdleMark(): (rule: Validity) => ReactNode {
  const timeZone = useProjectTimeZone();
  return (rule) => {
    const state = timedStateOf(rule, Date.now());
    const from = rule.valid_from ?? 0;
    if (state === 'off') return <Status kind="off" label={t('Off')} />;
    if (state === 'ended') return <Status kind="ended" label={t('Ended')} />;
    if (state === 'on') return null;
    return (
      <Status
        kind="coming"
        label={t('From {date}', { date: formats.dayIn(from, timeZone) })}
        title={formats.momentIn(from, timeZone)}
      />
    );
  };
}

/** Names the state only where it isn't the usual one. */
export function useStateColumn<Row>(stateOf: (row: Row) => ReactNode): Column<Row> {
  const idleMark = useIdleMark();
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => (isLeaving(row) ? null : (idleMark(row as Validity) ?? stateOf(row))) ?? <WaitingMark row={row} />,
    width: 170,
  };
}

const WaitingMark = ({ row }: { readonly row: unknown }) => {
  const { state } = row as { readonly state?: RowState };
  return state === undefined ? null : <RowStateMark state={state} />;
};

const states = {
  live: { kind: 'live', label: msg('Live') },
  waiting: { kind: 'waiting', label: msg('Waits for midnight') },
  leaving: { kind: 'waiting', label: msg('Removal waits') },
} as const satisfies Record<RowState, unknown>;

export function RowStateMark({ state }: { readonly state: RowState }) {
  const { kind, label } = states[state];
  return <Status kind={kind} label={t(label)} />;
}
