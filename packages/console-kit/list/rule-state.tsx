import type { ReactNode } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import { Status } from '#console-kit/page/status.tsx';
import { isOff } from './crud.ts';
import type { Column } from './table.tsx';

/** What a kind of rule says of rows that are on, by the rows that are shown. */
export type UseStates<Row> = (rows: readonly Row[]) => (row: Row) => ReactNode;

export const useNoStates = () => () => null;

/** The state of a rule, said only where it is another one than expected. */
export function useStateColumn<Row>(stateOf: (row: Row) => ReactNode): Column<Row> {
  const t = useText();
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => (isOff(row) ? <Status kind="off" label={t('Off')} /> : stateOf(row)),
    width: 150,
  };
}
