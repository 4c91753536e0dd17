import { useText } from '#console-kit/text/i18n.ts';
import { Status } from '#console-kit/page/status.tsx';
import { isOff } from './crud.ts';
import type { Column } from './table.tsx';

/** The state of a rule, said only where it is another one than expected. */
export function useStateColumn<Row>(): Column<Row> {
  const t = useText();
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => isOff(row) && <Status kind="off" label={t('Off')} />,
    width: 120,
  };
}
