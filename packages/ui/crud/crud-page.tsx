import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnyCrud, ItemOf } from '#contract/crud.ts';
import type { UsualSort } from '#ui/list/list.ts';
import type { Column } from '#ui/list/table.tsx';
import { idOf, type RowGate, useCrud } from './crud.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { usualActions } from './row-actions.ts';
import { columnsOf, type RowFields } from './row-fields.ts';
import { RowsPage, type RowsWords } from './rows-page.tsx';
import { useNoStates, useStateColumn, type UseStates } from './rule-state.tsx';

interface CrudWords extends RowsWords {
  readonly title: string;
  readonly purpose: string;
  readonly edit: string;
  readonly remove: string;
}

interface CrudPageProps<C extends AnyCrud> {
  readonly calls: C;
  readonly icon: LucideIcon;
  readonly words: CrudWords;
  /** The first one names the row. */
  readonly fields: RowFields<C>;
  readonly help: ReactNode;
  /** Why a rule that is on may do nothing. */
  readonly useStates?: UseStates<ItemOf<C>>;
  readonly usualSort?: UsualSort;
  readonly filters?: ReactNode;
  readonly more?: ReactNode;
  readonly beginnings?: ReactNode;
  readonly gate?: RowGate<C>;
  readonly below?: (row: ItemOf<C>) => ReactNode;
}

/** The whole page of a list of rules that are edited in a drawer. Other lists compose `useCrud` and `RowsPage`. */
export function CrudPage<C extends AnyCrud>(props: CrudPageProps<C>) {
  const { calls, icon, words, fields, useStates = useNoStates } = props;
  const [name = ''] = Object.keys(fields);
  const nameOf = (row: ItemOf<C>) => String((row as Readonly<Record<string, unknown>>)[name]);
  const crud = useCrud(calls, { nameOf, usualSort: props.usualSort, gate: props.gate });
  const state: Column<ItemOf<C>> = useStateColumn(useStates(crud.list.rows ?? []));
  return (
    <RowsPage
      crud={crud}
      frame={{ title: words.title, purpose: words.purpose, help: props.help }}
      words={words}
      icon={icon}
      columns={[...columnsOf(calls, fields), state]}
      add={() => crud.open('new')}
      opens={(row) => ({ edit: idOf(row) })}
      actions={usualActions(crud, words)}
      filters={props.filters}
      more={props.more}
      beginnings={props.beginnings}
    >
      <RecordDrawer crud={crud} titles={words} fields={fields} below={props.below} />
    </RowsPage>
  );
}
