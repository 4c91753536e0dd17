import type { ReactNode } from 'react';
import type { RowState } from '#contract/rows/rule-fields.ts';
import { timedStateOf, type Validity } from '#contract/rows/rule-state.ts';
import { t } from '#ui/text/i18n.ts';
import { Status } from '#ui/page/status.tsx';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { isLeaving } from './crud.ts';
import { RowStateMark } from './row-state.tsx';
import type { Column } from '#ui/list/table.tsx';

/** What a kind of rule says of rows that are on, by the rows that are shown. */
export type UseStates<Row> = (rows: readonly Row[]) => (row: Row) => ReactNode;

export const useNoStates = () => () => null;

/** Why a rule does nothing, where people said so. */
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

/** The state of a rule, said only where it is another one than expected. */
export function useStateColumn<Row>(stateOf: (row: Row) => ReactNode): Column<Row> {
  const idleMark = useIdleMark();
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => (isLeaving(row) ? null : (idleMark(row as Validity) ?? stateOf(row))) ?? <WaitingMark row={row} />,
    width: 170,
  };
}

/** Whether a row is live that isn't as soon as it is saved. */
const WaitingMark = ({ row }: { readonly row: unknown }) => {
  const { state } = row as { readonly state?: RowState };
  return state === undefined ? null : <RowStateMark state={state} />;
};
