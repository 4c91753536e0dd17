// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- On a phone rows are laid out as cards, which takes the roles of a table from its elements.
import { VisuallyHidden } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { useText } from './i18n.ts';
import { LoadError, RowSkeletons } from './states.tsx';
import { RefetchBar } from './refetch-bar.tsx';
import type { List } from './list.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
import { SortableHead } from './sortable-head.tsx';
import { TableFooter } from './table-footer.tsx';
import { NothingFound } from './nothing-found.tsx';
import classes from './table.module.css';

export interface Column<Row> {
  /** Unique in the table; what the server sorts by when the column `isSortable`. */
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
  /** Numbers stand at the right, in figures of one width. On a phone, where columns have no head, the title is before them. */
  readonly isNumber?: boolean;
  readonly width?: number | string;
  /** Left out on a phone, where the first column says it, too. */
  readonly isWideOnly?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly list: List<Row>;
  /** The first is the row's name: on a phone it is the first line of the card. */
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => Key;
  readonly actions?: (row: Row) => readonly RowAction[];
  /** Shown while there is nothing at all, not for a search without results. */
  readonly empty: ReactNode;
}

/** A list with all its states: skeleton, error, empty, nothing found, refetch, sort in the head and paging. */
export function Table<Row>(props: TableProps<Row>) {
  const { list, empty } = props;
  if (!list.rows) return list.error ? <LoadError error={list.error} retry={list.retry} /> : <RowSkeletons />;
  if (list.rows.length === 0) {
    return list.isEmpty ? empty : <NothingFound search={list.search} clear={() => list.setSearch('')} />;
  }
  return (
    <>
      {list.error != null && <LoadError error={list.error} retry={list.retry} />}
      <RefetchBar isMoving={list.isFetching} />
      <Rows {...props} rows={list.rows} />
      <TableFooter list={list} shownCount={list.rows.length} />
    </>
  );
}

function Rows<Row>({ label, list, rows, columns, keyOf, actions }: TableProps<Row> & { readonly rows: readonly Row[] }) {
  const t = useText();
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} role="table">
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            {columns.map((column) => (
              <SortableHead key={column.name} column={column} list={list} />
            ))}
            {actions && (
              <th role="columnheader" className={classes.actionsHead}>
                <VisuallyHidden>{t('Actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={classes.row}>
              {columns.map(({ name, title, cell, isNumber = false, isWideOnly = false, width }) => (
                <td
                  key={name}
                  role="cell"
                  className={classes.cell}
                  data-number={isNumber}
                  data-narrow={width !== undefined}
                  data-wide={isWideOnly}
                  data-title={title}
                >
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td role="cell" className={classes.actions}>
                  <RowActions actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
