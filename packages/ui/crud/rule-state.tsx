import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { AnyCrud } from '#contract/crud.ts';
import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import { type RowState, type TimedState, timedStateOf, type Validity } from '#contract/rows/rule-fields.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Status } from '#ui/page/status.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { isLeaving } from './crud.ts';
import { ListFilter } from '#ui/list/search-input.tsx';
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

export function useStateColumn<Row>(stateOf: (row: Row) => ReactNode): Column<Row> {
  const idleMark = useIdleMark();
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => (isLeaving(row) ? null : (idleMark(row as Validity) ?? stateOf(row))) ?? <RowStateMark state={stored(row)} />,
    width: 170,
  };
}

/** Rows without a state are live once saved. */
const stored = (row: unknown): RowState => (row as { readonly state?: RowState }).state ?? 'live';

const rowStates = {
  live: { kind: 'live', label: msg('Live') },
  waiting: { kind: 'waiting', label: msg('Goes live at midnight') },
  leaving: { kind: 'waiting', label: msg('Removal waits') },
} as const satisfies Record<RowState, unknown>;

const nextMidnight = (zone: string): number => startOfDay(addDays(dayOf(Date.now(), zone), 1), zone);

export function RowStateMark({ state }: { readonly state: RowState }) {
  const { kind, label } = rowStates[state];
  const zone = useProjectTimeZone();
  const text = t(label);
  if (state !== 'waiting') return <Status kind={kind} label={text} />;
  return <Status kind={kind} label={formats.comingIn(nextMidnight(zone), zone)} title={text} />;
}

const filteredStates: Readonly<Record<RowState | TimedState, string>> = {
  on: rowStates.live.label,
  live: rowStates.live.label,
  waiting: rowStates.waiting.label,
  leaving: rowStates.leaving.label,
  off: msg('Off'),
  coming: msg('Begins later'),
  ended: msg('Ended'),
};

export function StateFilter({ calls }: { readonly calls: AnyCrud }) {
  const { state } = calls.list.input.shape as { readonly state: z.ZodMiniOptional<z.ZodMiniEnum> };
  const possible = state._zod.def.innerType._zod.def.entries;
  const choices = Object.entries(filteredStates).filter(([name]) => name in possible);
  return (
    <ListFilter name="state" label={t('State')} choices={Object.fromEntries(choices.map(([name, word]) => [name, t(word)]))} />
  );
}
