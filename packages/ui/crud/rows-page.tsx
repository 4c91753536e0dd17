import { Menu, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { CopyPlus, type LucideIcon, ChevronDown } from 'lucide-react';
import { type ReactNode, useState, type PropsWithChildren } from 'react';
import type { AnyCrud, ItemOf } from '#contract/crud.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { FileItems } from '#ui/files/file-items.tsx';
import { ImportRows } from '#ui/files/import-rows.tsx';
import { BulkBar, SelectButton } from '#ui/list/bulk-bar.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { AddButton } from '#ui/page/add-button.tsx';
import { Page, type PageProps } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import type { Address, LinkTarget } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { CopyRows } from './copy-rows.tsx';
import { idOf, type CrudState } from './crud.ts';
import { bulkActions } from './row-actions.ts';

function MoreButton({ children }: PropsWithChildren) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Whole sentences, as a language with cases needs them. */
export interface RowsWords {
  /** Verbs with their object: `Search synonyms`, `Add synonym`. */
  readonly search: string;
  readonly add: string;
  readonly empty: string;
  readonly why: string;
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
  readonly filters?: ReactNode;
  /** Items of the menu *More*. */
  readonly more?: ReactNode;
  readonly beginnings?: ReactNode;
  /** Notices above the list, and drawers. */
  readonly children?: ReactNode;
}

/** Search, table, bulk actions, files in and out, copy to another project. */
export function RowsPage<C extends AnyCrud>(props: RowsPageProps<C>) {
  const { crud, frame, words, columns, opens, filters } = props;
  const { list, selection } = crud;
  const [panel, setPanel] = useState<'import' | 'copy' | null>(null);
  const bulk = bulkActions(crud, { own: props.bulk, copy: () => setPanel('copy'), block: useSavingBlock() });
  const isChoosing = selection.ids.size > 0 || selection.isChoosing;
  const add = <AddButton label={words.add} onClick={props.add} />;
  const toolbar = isChoosing ? (
    <BulkBar selection={selection} actions={bulk} all={{ count: list.totalCount ?? 0, choose: crud.chooseAll }} />
  ) : (
    <>
      <SearchInput list={list} label={words.search} />
      {filters}
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
            <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} disabled={list.isEmpty} onClick={() => setPanel('copy')}>
              {t('Copy to another project…')}
            </Menu.Item>
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
        actions={props.actions}
        choosable={{ selection, idOf, nameOf: crud.nameOf }}
        empty={<Empty icon={props.icon} title={words.empty} text={words.why} action={add} beginnings={props.beginnings} />}
      />
      <ImportRows of={crud} isOpen={panel === 'import'} close={() => setPanel(null)} />
      <CopyRows crud={crud} isOpen={panel === 'copy'} close={() => setPanel(null)} />
    </Page>
  );
}
