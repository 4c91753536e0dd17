import { type LucideIcon, CopyPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MenuItem } from '#ui/page/popup.tsx';
import { useHotkeys } from '@mantine/hooks';
import type { AnyCrud, ItemOf } from '#contract/crud.ts';
import type { UsualSort } from '#ui/list/list.ts';
import { type Column, Table } from '#ui/list/table.tsx';
import { idOf, isLeaving, keepAction, type RowGate, useCrud, type CrudState, usualActions, bulkActions } from './crud.ts';
import type { BesideForm } from './open-record.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { columnsOf, type RowFields } from './row-fields.ts';
import { StateFilter, useNoStates, useStateColumn, type UseStates } from './rule-state.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { FileItems, MoreButton } from '#ui/files/file-items.tsx';
import { BulkBar, SelectButton } from '#ui/list/bulk-bar.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { later } from '#ui/page/later.tsx';
import { Page, type PageProps } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import type { Address, LinkTarget } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

/** Whole sentences, as a language with cases needs them. */
interface RowsWords {
  /** Verbs with their object: 'Search the list', `Add synonym`. */
  readonly search: string;
  readonly add: string;
  readonly empty: string;
  readonly why: string;
  /** Suggestions below them. */
  readonly beginnings?: ReactNode;
  /** A better first step than adding a row. */
  readonly first?: ReactNode;
}

interface RowsPageProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly frame: Pick<PageProps, 'title' | 'purpose' | 'help' | 'secondary'>;
  readonly words: RowsWords;
  readonly icon: LucideIcon;
  readonly columns: readonly Column<ItemOf<C>>[];
  readonly add: () => void;
  readonly opens?: ((row: ItemOf<C>) => Address | LinkTarget) | undefined;
  readonly actions: (row: ItemOf<C>) => readonly RowAction[];
  readonly bulk?: readonly RowAction[] | undefined;
  /** Beside that of the state, which `calls` has or not. */
  readonly filters?: ReactNode;
  /** Items of the menu *More*. */
  readonly more?: ReactNode;
  /** Notices above the list, and drawers. */
  readonly children?: ReactNode;
}

const RowPanels = later(async () => (await import('./row-panels.tsx')).RowPanels);

/** Search, table, bulk actions, files in and out, copy to another project. */
export function RowsPage<C extends AnyCrud>(props: RowsPageProps<C>) {
  const { crud, frame, words, columns, opens, filters } = props;
  const { list, selection } = crud;
  const [panel, setPanel] = useState<'import' | 'copy' | null>(null);
  const close = () => setPanel(null);
  const bulk = bulkActions(crud, { own: props.bulk, copy: () => setPanel('copy'), block: useSavingBlock() });
  const isChoosing = selection.ids.size > 0 || selection.isChoosing;
  const add = <AddButton label={words.add} onClick={props.add} />;
  const toolbar = isChoosing ? (
    <BulkBar selection={selection} actions={bulk} all={{ count: list.totalCount ?? 0, choose: crud.chooseAll }} />
  ) : (
    <>
      <SearchInput list={list} label={words.search} />
      {filters}
      {crud.endpoints.filters.includes('state') && <StateFilter calls={crud.endpoints} />}
      <SelectButton selection={selection} />
    </>
  );
  useHotkeys([['n', props.add]]);
  return (
    <Page
      {...frame}
      primary={!list.isEmpty && add}
      secondary={
        <>
          <MoreButton>
            <FileItems of={crud} importRows={() => setPanel('import')} isEmpty={list.isEmpty} />
            <MenuItem leftSection={<CopyPlus size={16} aria-hidden />} disabled={list.isEmpty} onClick={() => setPanel('copy')}>
              {t('Copy to another project')}
            </MenuItem>
            {props.more}
          </MoreButton>
          {frame.secondary}
        </>
      }
      toolbar={!list.isEmpty && toolbar}
    >
      {props.children}
      <Table
        label={frame.title}
        list={list}
        columns={columns}
        keyOf={idOf}
        {...(opens && { opens })}
        actions={(row) => (isLeaving(row) ? [keepAction(crud, row)] : props.actions(row))}
        choosable={{ selection, idOf, nameOf: crud.nameOf }}
        empty={
          <Empty
            icon={props.icon}
            title={words.empty}
            text={words.why}
            action={words.first ?? add}
            beginnings={words.beginnings}
          />
        }
      />
      <RowPanels crud={crud} panel={panel} close={close} isOpen={panel !== null} />
    </Page>
  );
}

interface CrudWords extends RowsWords {
  readonly title: string;
  readonly purpose: string;
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
  readonly gate?: RowGate<C>;
  /** Above the list. */
  readonly above?: ReactNode;
  readonly below?: (row: ItemOf<C>) => ReactNode;
  readonly beside?: BesideForm<C>;
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
      actions={usualActions(crud)}
      filters={props.filters}
      more={props.more}
    >
      {props.above}
      <RecordDrawer crud={crud} add={words.add} fields={fields} below={props.below} beside={props.beside} />
    </RowsPage>
  );
}
