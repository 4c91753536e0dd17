import { type ReactNode, useDeferredValue } from 'react';
import { useCards, cardAttribute, listAttribute } from './card-board.tsx';
import classes from './sortable.module.css';

interface SortableListProps {
  readonly name: string;
  /** Buttons in the current card are in the tab order. */
  readonly card: (id: string, place: number, tabIndex: 0 | -1) => ReactNode;
}

/** Further ones are rendered after these are shown. */
const cardsAtFirst = 12;

/** A list of a board. */
export function SortableList({ name, card }: SortableListProps) {
  const board = useCards();
  const list = board.lists.find((one) => one.name === name);
  const isShort = list === undefined || list.ids.length <= cardsAtFirst;
  const areAllDue = useDeferredValue(true, isShort);
  if (!list) return null;
  const current = board.currentOf(list);
  const dropAt = board.over?.list === name && list.isOrdered ? board.over.at : null;
  return (
    <ol className={classes.list} data-grid={list.isGrid} aria-label={list.label} {...{ [listAttribute]: name }}>
      {(areAllDue ? list.ids : list.ids.slice(0, cardsAtFirst)).map((id, place) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys move it.
        <li
          key={id}
          {...{ [cardAttribute]: id }}
          className={classes.card}
          data-drop={dropAt === place ? 'before' : dropAt === list.ids.length && place === dropAt - 1 ? 'after' : undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys move it.
          tabIndex={id === current ? 0 : -1}
          onFocus={() => board.focused(list, id)}
          onKeyDown={(event) => event.target === event.currentTarget && board.press(list, id, event)}
        >
          {card(id, place, id === current ? 0 : -1)}
        </li>
      ))}
    </ol>
  );
}
