import { ActionIcon, Text, TextInput } from '@mantine/core';
import { ArrowUpToLine, ChevronDown, ChevronUp, GripVertical, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { CardBoard, useCards, areaAttribute, buttonAttribute, handleAttribute } from '#ui/sortable/card-board.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './result-settings.module.css';

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
  readonly change: (rows: Row[]) => void;
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
      className={ids.length === 0 ? classes.none : undefined}
      lists={[{ name: label, label, ids, isOrdered: true }]}
      // A row that just left may still be the current one.
      nameOf={(id) => (byId.has(id) ? nameOf(byId.get(id)!) : id)}
      move={(id, list, at = ids.length) => {
        if (list === nowhere) change(rows.filter((row) => idOf(row) !== id));
        else change(movedRows(rows, idOf, { id, shown: ids, at }));
      }}
    >
      <div {...{ [areaAttribute]: label }}>
        <SortableList
          name={label}
          card={(id, place, tabIndex) => {
            const row = byId.get(id)!;
            return (
              <div className={classes.card} data-quiet={props.isLong ?? false}>
                <span className={classes.handle} {...{ [handleAttribute]: '' }}>
                  <GripVertical size={16} aria-hidden />
                </span>
                <div className={classes.row}>{props.content(row, place)}</div>
                <Buttons {...props} {...{ id, place, tabIndex }} name={nameOf(row)} lastPlace={ids.length - 1} />
              </div>
            );
          }}
        />
      </div>
    </CardBoard>
  );
}

interface ButtonsProps {
  readonly label: string;
  readonly isRemovable?: boolean;
  readonly isLong?: boolean;
  readonly id: string;
  readonly name: string;
  readonly place: number;
  readonly lastPlace: number;
  readonly tabIndex: 0 | -1;
}

function Buttons({ label, isRemovable = false, isLong = false, id, name, place, lastPlace, tabIndex }: ButtonsProps) {
  const board = useCards();
  const button = (kind: string, Icon: LucideIcon, title: string, to: number | typeof nowhere, isDisabled = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      className={classes.button ?? ''}
      aria-label={`${title}: ${name}`}
      title={title}
      disabled={isDisabled}
      tabIndex={tabIndex}
      onClick={() => (to === nowhere ? board.move(id, nowhere) : board.move(id, label, to))}
      {...{ [buttonAttribute]: kind }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.buttons}>
      {isLong && button('top', ArrowUpToLine, t('Move to the top'), 0, place === 0)}
      {button('up', ChevronUp, t('Move up'), place - 1, place === 0)}
      {button('down', ChevronDown, t('Move down'), place + 2, place === lastPlace)}
      {isRemovable && button('remove', Trash2, t('Remove'), nowhere)}
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
  const staying = rows.filter((one) => idOf(one) !== id);
  const placeOf = (wanted: string) => staying.findIndex((one) => idOf(one) === wanted);
  const next = shown.slice(at).find((one) => one !== id);
  const last = shown.slice(0, at).findLast((one) => one !== id);
  const place = next !== undefined ? placeOf(next) : last !== undefined ? placeOf(last) + 1 : staying.length;
  return staying.toSpliced(place, 0, ...rows.filter((one) => idOf(one) === id));
}

interface RowNameProps {
  readonly name: string;
  readonly code?: string;
  readonly note?: ReactNode;
  readonly noteId?: string;
  readonly isHidden?: boolean;
}

export const RowName = ({ name, code = name, note, noteId, isHidden = false }: RowNameProps) => (
  <div className={classes.name} title={code} data-hidden={isHidden}>
    {name}
    {note !== undefined && (
      <Text id={noteId} size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </div>
);

interface RowTextProps {
  readonly label: string;
  readonly name: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly set: (value: string) => void;
}

export const RowText = ({ label, name, placeholder = label, value, isDisabled = false, set }: RowTextProps) => (
  <TextInput
    size="xs"
    className={classes.label ?? ''}
    aria-label={`${label}: ${name}`}
    placeholder={placeholder}
    value={value}
    maxLength={200}
    disabled={isDisabled}
    onChange={(event) => set(event.currentTarget.value)}
  />
);

interface BoundedNumberProps {
  /** Read out only, unless there is a description. */
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly title?: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly range?: string;
  readonly disabled?: boolean;
  readonly isNeeded?: boolean;
  readonly set: (value: number | null) => void;
}

/** A whole number. One out of bounds stays in the input with its error and isn't passed on. */
export function BoundedNumber({ label, value, set, ...props }: BoundedNumberProps) {
  const { min, max, isNeeded = false } = props;
  return (
    <NumberField
      size="xs"
      className={classes.number ?? ''}
      range={t('{min} to {max}.', { min, max })}
      {...props}
      {...(props.description === undefined ? { 'aria-label': label } : { label })}
      value={value ?? ''}
      decimals={0}
      onChange={(next) => {
        if (next === '' && !isNeeded) set(null);
        else if (typeof next === 'number' && Number.isInteger(next) && next >= min && next <= max) set(next);
      }}
    />
  );
}

export const Wrong = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Text size="xs" role="alert" className={classes.wrong}>
      {text}
    </Text>
  );
