import { useHotkeys } from '@mantine/hooks';
import { Link, Navigate, useNavigate, useRouterState } from '@tanstack/react-router';
import { CopyPlus, type LucideIcon, PackageOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { CollectionPage, type PageFrame } from '#ui/collection/collection-page.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { type LinkTarget, linkTo } from '#ui/state/address.ts';
import { AddButton } from '#ui/page/add-button.tsx';
import { BulkBar } from '#ui/list/bulk-bar.tsx';
import { CopyRows } from './copy-rows.tsx';
import { type AnyCrud, type ItemOf } from '#contract/crud.ts';
import { type CrudState, idOf, type RowGate, useCrud } from './crud.ts';
import { type OwnActions, useBulkActions, useRowActions } from './crud-actions.ts';
import { ImportRows } from '#ui/files/import-rows.tsx';
import { LeftOutNotice } from '#ui/files/left-out-notice.tsx';
import { type RowFields, useColumns } from './row-fields.ts';
import type { UsualSort } from '#ui/list/list-address.ts';
import { useNoStates, useStateColumn, type UseStates } from './rule-state.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { SelectButton } from '#ui/list/select-button.tsx';
import { Table } from '#ui/list/table.tsx';
import { Menu } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { FileItems } from '#ui/files/file-items.tsx';
import { MoreButton } from '#ui/files/files-menu.tsx';

/** Whole sentences, as a language with cases needs them. */
interface CrudWords {
  readonly title: string;
  readonly purpose: string;
  /** Verbs with their object: `Search synonyms`, `Add synonym`, `Edit synonym`, `Delete synonym`. */
  readonly search: string;
  readonly add: string;
  readonly edit: string;
  readonly remove: string;
  /** While there is nothing yet: what will be here, and what for. */
  readonly empty: string;
  readonly why: string;
}

interface CrudPageProps<C extends AnyCrud> extends OwnActions<C> {
  readonly calls: C;
  readonly icon: LucideIcon;
  readonly words: CrudWords;
  readonly fields: RowFields<C>;
  /** Where a row is added and edited, if that is a page of its own. */
  readonly editor?: (row: ItemOf<C> | 'new') => LinkTarget;
  /** How the list is sorted where nobody says. */
  readonly usualSort?: UsualSort;
  readonly filters?: ReactNode;
  /** What people call the row, where it is deleted, chosen or told about. */
  readonly nameOf: (item: ItemOf<C>) => string;
  readonly help: ReactNode;
  /** What adding a row did, where it did more than every kind of row does. */
  readonly added?: (item: ItemOf<C>) => string;
  /** Why rows that are on may do nothing all the same. */
  readonly useStates?: UseStates<ItemOf<C>>;
  /** Ways to begin, while there is nothing yet. */
  readonly beginnings?: ReactNode;
  readonly secondary?: ReactNode;
  /** What has to be known about all rows, above the list. */
  readonly notices?: ReactNode;
  /** Above the list while rows are added, where that isn't done in the drawer. */
  readonly adding?: (crud: CrudState<C>) => ReactNode;
  readonly gate?: RowGate<C>;
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[];
  /** In the drawer of a row that is there, below its form. */
  readonly below?: (row: ItemOf<C>) => ReactNode;
  /** Files of other services bring such rows, too. */
  readonly isFromServices?: true;
  readonly children?: ReactNode | ((crud: CrudState<C>) => ReactNode);
}

const collectionKeys = ['sort', 'order', 'edit', 'show', 'kind', 'set', 'state', 'queries', 'impact'];

/** The whole page of a `crud()`: list, search, keys, choosing many, files in and out, and the drawer of one record. */
export function CrudPage<C extends AnyCrud>(props: CrudPageProps<C>) {
  const { title, purpose } = props.words;
  const frame = { title, purpose, help: props.help };
  if (!props.calls.isOfCollection) return <RowsPage {...props} frame={frame} />;
  return (
    <CollectionPage keys={collectionKeys} frame={frame}>
      {({ id }) => <RowsPage {...props} frame={frame} scope={{ c: id }} />}
    </CollectionPage>
  );
}

interface RowsPageProps<C extends AnyCrud> extends CrudPageProps<C> {
  readonly frame: PageFrame;
  readonly scope?: { readonly c: number };
}

function RowsPage<C extends AnyCrud>(props: RowsPageProps<C>) {
  const { calls, words, fields, icon, nameOf, added, scope, frame, secondary, children, refreshes, adding } = props;
  const { editor, usualSort, filters, useStates = useNoStates, beginnings } = props;
  const { opens = editor ?? ((row: ItemOf<C>) => ({ edit: idOf(row) })) } = props;
  const { isFixed = false, isFromServices = false, notices } = props;
  const crud = useCrud(calls, { nameOf, added, scope, usualSort, refreshes, gate: props.gate });
  const { list, selection } = crud;
  const [panel, setPanel] = useState<'import' | 'copy' | null>(null);
  const navigate = useNavigate();
  const open = (row: ItemOf<C> | 'new') => (editor ? void navigate(editor(row)) : crud.open(row));
  const actionsOf = useRowActions(crud, words, props, open);
  const bulk = useBulkActions(crud, props, () => setPanel('copy'));
  const columns = useColumns(calls, fields);
  const state = useStateColumn(useStates(list.rows ?? []));
  const isBare = list.isEmpty;
  const add = <AddButton label={words.add} onClick={() => open('new')} />;
  useHotkeys([['n', () => open('new')]]);
  return (
    <Page
      {...frame}
      primary={!isBare && add}
      secondary={
        <>
          <MoreMenu
            crud={crud}
            importRows={() => setPanel('import')}
            copyRows={() => setPanel('copy')}
            isFromServices={isFromServices}
          />
          {secondary}
        </>
      }
      toolbar={
        !isBare &&
        (selection.ids.size > 0 || selection.isChoosing ? (
          <BulkBar selection={selection} actions={bulk} all={{ count: list.totalCount ?? 0, choose: crud.chooseAll }} />
        ) : (
          <>
            <SearchInput list={list} label={words.search} />
            {filters}
            <SelectButton selection={selection} />
          </>
        ))
      }
    >
      {notices}
      {crud.leftOut && <LeftOutNotice leftOut={crud.leftOut} />}
      {crud.opened.key === 'new' && adding?.(crud)}
      <Table
        label={words.title}
        list={list}
        columns={calls.isRule || calls.waits ? [...columns, state] : columns}
        keyOf={idOf}
        {...(!isFixed && { opens })}
        actions={actionsOf}
        choosable={{ selection, idOf, nameOf }}
        empty={<Empty icon={icon} title={words.empty} text={words.why} action={add} beginnings={beginnings} />}
      />
      {editor && crud.opened.key === 'new' && <Navigate {...editor('new')} replace />}
      {!adding && !editor && <RecordDrawer crud={crud} titles={words} fields={fields} below={props.below} />}
      {typeof children === 'function' ? children(crud) : children}
      <ImportRows of={crud} isOpen={panel === 'import'} close={() => setPanel(null)} />
      <CopyRows crud={crud} isOpen={panel === 'copy'} close={() => setPanel(null)} />
    </Page>
  );
}

interface MoreMenuProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly importRows: () => void;
  readonly copyRows: () => void;
  readonly isFromServices: boolean;
}

function MoreMenu<C extends AnyCrud>({ crud, importRows, copyRows, isFromServices }: MoreMenuProps<C>) {
  return (
    <MoreButton>
      <FileItems of={crud} importRows={importRows} isEmpty={crud.list.isEmpty} />
      <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} disabled={crud.list.isEmpty} onClick={copyRows}>
        {t('Copy to another project…')}
      </Menu.Item>
      {isFromServices && <FromServiceItem />}
    </MoreButton>
  );
}

function FromServiceItem() {
  const from = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Menu.Item
      component={Link}
      {...linkTo('/search-settings/import', { from })}
      leftSection={<PackageOpen size={16} aria-hidden />}
    >
      {t('Import from another service')}
    </Menu.Item>
  );
}
