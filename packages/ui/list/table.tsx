import { Text, VisuallyHidden, UnstyledButton } from '@mantine/core';
import { Fragment, type Key, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { LoadError, RowSkeletons, RefetchBar } from '#ui/page/states.tsx';
import { type Address, type LinkTarget, linkHere } from '#ui/state/address.ts';
import type { List } from './list.ts';
import { follow, type RowAction, RowActions } from './row-actions.tsx';
import { useRefusals } from '#ui/text/refusal.ts';
import type { Selection } from './selection.ts';
import { TableFooter, NothingFound } from './table-footer.tsx';
import classes from './table.module.css';

interface RowNameProps {
  readonly opens: Address | LinkTarget;
  readonly children: ReactNode;
}

/** The link by which keys open a row. It covers the whole row for the mouse. */
const RowName = ({ opens, children }: RowNameProps) => (
  <Link
    {...(isPage(opens) ? opens : linkHere(opens))}
    resetScroll={false}
    activeOptions={{ includeSearch: true }}
    preload={false}
    className={classes.open}
    data-row-name
  >
    {children}
  </Link>
);

const isPage = (opens: Address | LinkTarget): opens is LinkTarget => typeof opens.to === 'string';

// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- On a phone rows are laid out as cards, which takes the roles of a table from its elements.

interface SortableHeadProps<Row> {
  readonly column: Column<Row>;
  readonly list: Pick<List<Row>, 'sort' | 'order' | 'setSort'>;
}

function SortableHead<Row>({ column, list }: SortableHeadProps<Row>) {
  const { name, title, isSortable = false, isNumber = false, isWideOnly = false, isRoomyOnly = false, width } = column;
  const isSorted = isSortable && list.sort === name;
  const Arrow = list.order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th
      role="columnheader"
      className={classes.headCell}
      data-number={isNumber}
      data-wide={isWideOnly || isRoomyOnly}
      data-roomy={isRoomyOnly}
      style={{ width }}
      {...(isSorted && { 'aria-sort': list.order === 'desc' ? 'descending' : 'ascending' })}
    >
      {isSortable ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => list.setSort(name, isSorted && list.order === 'asc' ? 'desc' : 'asc')}
        >
          <HeadTitle title={title} />
          {isSorted && <Arrow size={12} aria-hidden />}
        </UnstyledButton>
      ) : (
        <HeadTitle title={title} />
      )}
    </th>
  );
}

const HeadTitle = ({ title }: { readonly title: string }) => (
  <span className={classes.title} title={title}>
    {title}
  </span>
);

interface SelectRowProps {
  readonly selection: Selection;
  readonly id: number;
  readonly name: string;
}

/** Plain, as a list has many. Shift selects a range. */
function SelectRow({ selection: { ids, choose }, id, name }: SelectRowProps) {
  return (
    <td role="cell" className={classes.select}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('Select “{name}”', { name })}
          checked={ids.has(id)}
          onChange={(event) => choose(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}

function SelectShown({ selection: { ids, areAllShown, chooseShown } }: Pick<SelectRowProps, 'selection'>) {
  const isPartly = !areAllShown && ids.size > 0;
  return (
    <th role="columnheader" className={classes.select}>
      <label className={classes.box}>
        <input
          type="checkbox"
          aria-label={t('Select all rows of this page')}
          checked={areAllShown}
          ref={(box) => {
            if (box) box.indeterminate = isPartly;
          }}
          onChange={chooseShown}
        />
      </label>
    </th>
  );
}

interface RowKeys {
  readonly press: (place: number, key: string, isShift: boolean) => boolean;
}

/** Arrow keys move between rows; the other keys are the table's. */
function useRowKeys({ press }: RowKeys): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const pressed = useRef(press);
  useEffect(() => {
    pressed.current = press;
  });
  useEffect(() => {
    const section = body.current;
    if (!section) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const row = target.closest('tr');
      if (!row || target.closest('input, textarea, select, [role="menu"], [role="alertdialog"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...section.rows].filter(({ dataset }) => dataset['divider'] === undefined);
      const place = rows.indexOf(row);
      const next = event.key === 'ArrowDown' ? rows[place + 1] : event.key === 'ArrowUp' ? rows[place - 1] : undefined;
      if (next) nameOf(next)?.focus();
      if (next || (isFree(target, event.key) && pressed.current(place, event.key, event.shiftKey))) event.preventDefault();
    };
    section.addEventListener('keydown', onKey);
    return () => section.removeEventListener('keydown', onKey);
  });
  return body;
}

const nameOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('[data-row-name]') ?? row.querySelector<HTMLElement>('button, a');

const isFree = (target: HTMLElement, key: string): boolean => key !== ' ' || target.closest('button') === null;

export interface Column<Row> {
  /** Unique. Sent as the sort when `isSortable`. */
  readonly name: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
  readonly isNumber?: boolean;
  readonly width?: number | string;
  /** Prefixed by the title on a card; empty cells are left out there. */
  readonly isTitledOnCard?: boolean;
  /** On a card it begins the second line. */
  readonly isControl?: boolean;
  /** Neither on a card nor in a table of a tablet. */
  readonly isWideOnly?: boolean;
  /** Not on a card, nor in a narrow table. */
  readonly isRoomyOnly?: boolean;
  /** Opens the row and heads the card; the first column by default. */
  readonly isName?: boolean;
}

interface Choosable<Row> {
  readonly selection: Selection;
  readonly idOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => Key;
  /** The address changes or the page that a click or Enter opens. */
  readonly opens?: (row: Row) => Address | LinkTarget | undefined;
  readonly actions?: (row: Row) => readonly RowAction[];
  readonly choosable?: Choosable<Row> | undefined;
  /** A heading among the rows, before one of them by its place. */
  readonly divider?: { readonly before: number; readonly text: string } | undefined;
  /** Shown when there are no rows at all. */
  readonly empty: ReactNode;
}

/** With skeleton, error, empty, nothing found, refetch, sorting and paging. */
export function Table<Row>(props: TableProps<Row>) {
  const { list, empty } = props;
  if (!list.rows) return list.error ? <LoadError error={list.error} retry={list.retry} /> : <RowSkeletons />;
  if (list.rows.length === 0) {
    return list.isEmpty ? empty : <NothingFound list={list} />;
  }
  return (
    <>
      {list.error != null && <LoadError error={list.error} retry={list.retry} />}
      <RefetchBar isMoving={list.isFetching} />
      <Rows {...props} rows={list.rows} />
      {list.totalPages > 1 && <TableFooter list={list} shownCount={list.rows.length} />}
    </>
  );
}

interface RowsProps<Row> extends Omit<TableProps<Row>, 'list' | 'empty'> {
  readonly rows: readonly Row[];
  readonly list: Pick<List<Row>, 'isOther' | 'sort' | 'order' | 'setSort'>;
}

const unsorted = { isOther: false, sort: undefined, order: 'asc', setSort: () => {} } as const;

export const PlainTable = <Row,>(props: Omit<RowsProps<Row>, 'list'>) => <Rows {...props} list={unsorted} />;

function Rows<Row>(props: RowsProps<Row>) {
  const { label, list, rows, columns, keyOf, actions: allActions, choosable, divider } = props;
  const refusalOf = useRefusals();
  const refusalIn = ({ needs }: RowAction) => needs && refusalOf(needs);
  const actions = allActions && ((row: Row) => allActions(row).filter((action) => refusalIn(action) === undefined));
  const withheld = new Map(rows.flatMap((row) => (allActions?.(row) ?? []).map((one) => [one.label, refusalIn(one)] as const)));
  const [asked, setAsked] = useState<{ readonly row: Key; readonly action: string }>();
  const askAbout = (row: Row) => (action: string | undefined) =>
    setAsked(action === undefined ? undefined : { row: keyOf(row), action });
  const press = (place: number, key: string, isShift: boolean): boolean => {
    const row = rows[place];
    if (row === undefined) return false;
    if (key === ' ' && choosable) choosable.selection.choose(choosable.idOf(row), isShift);
    const action = actions?.(row).find(({ shortcut }) => shortcut === key);
    if (action) follow(action, askAbout(row));
    return action !== undefined || (key === ' ' && choosable !== undefined);
  };
  const body = useRowKeys({ press });
  return (
    <>
      <div className={classes.frame} data-other={list.isOther} data-choosing={choosable?.selection.isChoosing ?? false}>
        <table className={classes.table} aria-label={label} aria-busy={list.isOther} role="table">
          <thead role="rowgroup" className={classes.head}>
            <tr role="row">
              {choosable && <SelectShown selection={choosable.selection} />}
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
          <tbody role="rowgroup" ref={body}>
            {rows.map((row, place) => (
              <Fragment key={keyOf(row)}>
                {place === divider?.before && (
                  <tr role="row" data-divider>
                    <td role="cell" colSpan={columns.length + 2} className={classes.divider}>
                      {divider.text}
                    </td>
                  </tr>
                )}
                <tr role="row" className={classes.row} data-chosen={choosable?.selection.ids.has(choosable.idOf(row)) ?? false}>
                  {choosable && (
                    <SelectRow selection={choosable.selection} id={choosable.idOf(row)} name={choosable.nameOf(row)} />
                  )}
                  <Cells row={row} {...props} />
                  {actions && (
                    <td role="cell" className={classes.actions}>
                      <RowActions
                        actions={actions(row)}
                        askedFor={asked?.row === keyOf(row) ? asked.action : undefined}
                        ask={askAbout(row)}
                      />
                    </td>
                  )}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {[...withheld].map(
        ([action, reason]) =>
          reason !== undefined && (
            <Text key={action} size="xs" c="dimmed" mt={8}>
              {t('{action}: {reason}', { action, reason })}
            </Text>
          ),
      )}
    </>
  );
}

function Cells<Row>({ row, columns, opens }: Pick<RowsProps<Row>, 'columns' | 'opens'> & { readonly row: Row }) {
  const opened = opens?.(row);
  const namePlace = Math.max(
    0,
    columns.findIndex(({ isName }) => isName),
  );
  return columns.map(
    (
      {
        name,
        title,
        cell,
        isNumber = false,
        isTitledOnCard = isNumber,
        isControl = false,
        isWideOnly = false,
        isRoomyOnly = false,
        width,
      },
      place,
    ) => (
      <td
        key={name}
        role="cell"
        className={classes.cell}
        data-first={place === namePlace}
        data-number={isNumber}
        data-titled={isTitledOnCard}
        data-narrow={typeof width === 'number'}
        data-control={isControl}
        data-wide={isWideOnly || isRoomyOnly}
        data-roomy={isRoomyOnly}
        data-title={title}
      >
        {place === namePlace && opened ? <RowName opens={opened}>{cell(row)}</RowName> : cell(row)}
      </td>
    ),
  );
}
