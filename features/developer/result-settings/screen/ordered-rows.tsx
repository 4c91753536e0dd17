import { ActionIcon } from '@mantine/core';
import { ArrowUpToLine, ChevronDown, ChevronUp, GripVertical, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#ui/text/i18n.ts';
import { CardBoard, useCards } from '#ui/sortable/card-board.tsx';
import { areaAttribute, buttonAttribute, handleAttribute } from '#ui/sortable/card-places.ts';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import classes from './ordered-rows.module.css';

/** Removing is a move to nowhere, so that the next row gets the focus. */
const nowhere = 'removed';

interface OrderedRowsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The filtered rows. */
  readonly shown?: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly content: (row: Row, place: number) => ReactNode;
  readonly change: (rows: readonly Row[]) => void;
  readonly isRemovable?: boolean;
  /** Adds a button that moves a row to the top. */
  readonly isLong?: boolean;
}

/** Rows with inputs, sorted by handle, buttons and keys. */
export function OrderedRows<Row>(props: OrderedRowsProps<Row>) {
  const { label, rows, shown = rows, idOf, nameOf, change } = props;
  const byId = new Map(shown.map((row) => [idOf(row), row]));
  const ids = [...byId.keys()];
  return (
    <CardBoard
      lists={[{ name: label, label, ids, isOrdered: true }]}
      nameOf={(id) => {
        const row = byId.get(id);
        return row === undefined ? id : nameOf(row);
      }}
      move={(id, list, at = ids.length) => {
        if (list === nowhere) change(rows.filter((row) => idOf(row) !== id));
        else change(movedRows(rows, idOf, { id, shown: ids, at }));
      }}
    >
      <div {...{ [areaAttribute]: label }}>
        <SortableList
          name={label}
          card={(id, place, tabIndex) => {
            const row = byId.get(id);
            if (row === undefined) return null;
            return (
              <div className={classes.row} data-long={props.isLong} data-removable={props.isRemovable}>
                <span className={classes.handle} {...{ [handleAttribute]: '' }}>
                  <GripVertical size={16} aria-hidden />
                </span>
                <div className={classes.content}>{props.content(row, place)}</div>
                <Buttons {...props} {...{ row, id, place, tabIndex }} lastPlace={ids.length - 1} />
              </div>
            );
          }}
        />
      </div>
    </CardBoard>
  );
}

interface ButtonsProps<Row> extends Pick<OrderedRowsProps<Row>, 'label' | 'nameOf' | 'isRemovable' | 'isLong'> {
  readonly row: Row;
  readonly id: string;
  readonly place: number;
  readonly lastPlace: number;
  readonly tabIndex: 0 | -1;
}

function Buttons<Row>({ row, id, place, lastPlace, tabIndex, ...props }: ButtonsProps<Row>) {
  const { label, nameOf, isRemovable = false, isLong = false } = props;
  const board = useCards();
  const name = nameOf(row);
  const move = (at: number) => board.move(id, label, at);
  const button = (kind: string, Icon: LucideIcon, title: string, act: () => void, isDisabled = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      className={classes.button ?? ''}
      aria-label={`${title}: ${name}`}
      title={title}
      disabled={isDisabled}
      tabIndex={tabIndex}
      onClick={act}
      {...{ [buttonAttribute]: kind }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.buttons}>
      {isLong && button('top', ArrowUpToLine, t('Move to the top'), () => move(0), place === 0)}
      {button('up', ChevronUp, t('Move up'), () => move(place - 1), place === 0)}
      {button('down', ChevronDown, t('Move down'), () => move(place + 2), place === lastPlace)}
      {isRemovable && button('remove', Trash2, t('Remove'), () => board.move(id, nowhere))}
    </div>
  );
}

interface Move {
  readonly id: string;
  /** The filtered rows. */
  readonly shown: readonly string[];
  /** Before the shown row at this index. */
  readonly at: number;
}

/** Moves a row before the shown row at a place, or right after the last shown one. */
export function movedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, { id, shown, at }: Move): Row[] {
  const row = rows.find((one) => idOf(one) === id);
  const staying = rows.filter((one) => one !== row);
  const placeOf = (wanted: string) => staying.findIndex((one) => idOf(one) === wanted);
  const next = shown.slice(at).find((one) => one !== id);
  const last = shown.slice(0, at).findLast((one) => one !== id);
  const place = next !== undefined ? placeOf(next) : last !== undefined ? placeOf(last) + 1 : staying.length;
  return row === undefined ? staying : staying.toSpliced(place, 0, row);
}
