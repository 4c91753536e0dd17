import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { CopyPlus, ListChecks, Pencil, Power, PowerOff, Trash2, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { RecordDrawer, type RecordWords } from '#console-kit/form/record-drawer.tsx';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { Page } from '#console-kit/page/page.tsx';
import { Empty } from '#console-kit/page/states.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { AddButton } from './add-button.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CopyRows } from './copy-rows.tsx';
import { idOf, isOff, type AnyCrud, type CrudState, type ItemOf } from './crud.ts';
import { ImportRows } from './import-rows.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { RowAction } from './row-actions.tsx';
import { useStateColumn } from './rule-state.tsx';
import { SearchInput } from './search-input.tsx';
import { Table, type Column } from './table.tsx';
import classes from './bulk-bar.module.css';

interface CrudPageProps<C extends AnyCrud> extends RecordWords<C> {
  readonly crud: CrudState<C>;
  readonly title: string;
  /** One sentence: what the page is for. */
  readonly purpose: string;
  readonly help: ReactNode;
  /** Such as `Search synonyms`. */
  readonly searchLabel: string;
  /** A verb with its object: `Delete synonym`. */
  readonly deleteLabel: string;
  readonly columns: readonly Column<ItemOf<C>>[];
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string };
  /** The fields of the form. */
  readonly children: (form: RecordFormState<C['input']>) => ReactNode;
}

/** The whole page of a `crud()`: list, search, keys, choosing many, files in and out, and the drawer of one record. */
export function CrudPage<C extends AnyCrud>(props: CrudPageProps<C>) {
  const { crud, title, purpose, help, columns, empty, searchLabel, children } = props;
  const t = useText();
  const { list, selection, nameOf } = crud;
  const [panel, setPanel] = useState<'import' | 'copy' | null>(null);
  const actionsOf = useRowActions(props);
  const bulk = useBulkActions(crud, () => setPanel('copy'));
  const state = useStateColumn<ItemOf<C>>();
  const isBare = list.isEmpty;
  const add = <AddButton label={props.titles.create} onClick={() => crud.open('new')} />;
  useHotkeys([['n', () => crud.open('new')]]);
  return (
    <Page
      title={title}
      purpose={purpose}
      primary={!isBare && add}
      secondary={<MoreMenu crud={crud} importRows={() => setPanel('import')} copyRows={() => setPanel('copy')} />}
      toolbar={
        !isBare &&
        (selection.ids.size > 0 || selection.isChoosing ? (
          <BulkBar selection={selection} actions={bulk} />
        ) : (
          <>
            <SearchInput list={list} label={searchLabel} />
            <Button
              className={classes.select}
              variant="default"
              leftSection={<ListChecks size={16} aria-hidden />}
              onClick={selection.startChoosing}
            >
              {t('Select')}
            </Button>
          </>
        ))
      }
      help={help}
    >
      <Table
        label={title}
        list={list}
        columns={crud.endpoints.isRule ? [...columns, state] : columns}
        keyOf={idOf}
        opens={(row) => ({ edit: idOf(row) })}
        actions={actionsOf}
        choosable={{ selection, idOf, nameOf }}
        empty={<Empty {...empty} action={add} />}
      />
      <RecordDrawer {...props}>{children}</RecordDrawer>
      <ImportRows crud={crud} isOpen={panel === 'import'} close={() => setPanel(null)} />
      <CopyRows crud={crud} isOpen={panel === 'copy'} close={() => setPanel(null)} />
    </Page>
  );
}

function useRowActions<C extends AnyCrud>({ crud, titles, deleteLabel }: CrudPageProps<C>): (row: ItemOf<C>) => RowAction[] {
  const t = useText();
  return (row) => {
    const name = crud.nameOf(row);
    return [
      { label: titles.edit, icon: Pencil, run: () => crud.open(row), shortcut: 'e' },
      {
        label: deleteLabel,
        icon: Trash2,
        run: () => void crud.remove([idOf(row)], name),
        question: { text: t('Delete “{name}”?', { name }), yes: t('Delete') },
        shortcut: 'Delete',
      },
    ];
  };
}

function useBulkActions<C extends AnyCrud>(crud: CrudState<C>, copy: () => void): RowAction[] {
  const t = useText();
  const { selection, list } = crud;
  const ids = [...selection.ids];
  const shown = (list.rows ?? []).filter((row) => selection.ids.has(idOf(row)));
  const turn = (isActive: boolean) => () => void crud.setActive(ids, isActive);
  const areAllOff = shown.length > 0 && shown.every(isOff);
  return [
    ...(crud.endpoints.isRule
      ? [
          areAllOff
            ? { label: t('Turn on'), icon: Power, run: turn(true) }
            : { label: t('Turn off'), icon: PowerOff, run: turn(false) },
        ]
      : []),
    { label: t('Copy to another project…'), icon: CopyPlus, run: copy },
    {
      label: t('Delete'),
      icon: Trash2,
      run: () => void crud.remove(ids),
      question: { text: t('Delete {count} rows?', { count: ids.length }), yes: t('Delete') },
    },
  ];
}
