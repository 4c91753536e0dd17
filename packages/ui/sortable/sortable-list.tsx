import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#ui/text/i18n.ts';
import { useCards } from './card-board.tsx';
import { cardAttribute, listAttribute } from './card-places.ts';
import classes from './sortable.module.css';

interface SortableListProps {
  readonly name: string;
  readonly card: (id: string, place: number, tabIndex: 0 | -1) => ReactNode;
}

/** Moved by drag, by keys, and by buttons of the cards. */
export function SortableList({ name, card }: SortableListProps) {
  const board = useCards();
  const list = board.lists.find((one) => one.name === name);
  if (!list) return null;
  const current = board.currentOf(list);
  const dropAt = board.over?.list === name && list.isOrdered ? board.over.at : null;
  const isChosen = (id: string) => board.chosen.list === name && board.chosen.ids.has(id);
  return (
    <ol className={classes.list} aria-label={list.label} {...{ [listAttribute]: name }}>
      {list.ids.map((id, place) => (
        // Its keys and clicks do what its buttons do, too.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li
          key={id}
          {...{ [cardAttribute]: id }}
          className={classes.card}
          data-chosen={isChosen(id)}
          data-lifted={board.liftedId === id}
          data-drop={dropAt === place ? 'before' : dropAt === list.ids.length && place === dropAt - 1 ? 'after' : undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys move it.
          tabIndex={id === current ? 0 : -1}
          onFocus={() => board.focused(list, id)}
          onClick={(event) =>
            event.target instanceof Element &&
            !event.target.closest('button, a, input, select, label') &&
            board.click(list, id, event)
          }
          onKeyDown={(event) => event.target === event.currentTarget && board.press(list, id, event)}
        >
          {isChosen(id) && <VisuallyHidden>{t('Chosen')}</VisuallyHidden>}
          {card(id, place, id === current ? 0 : -1)}
        </li>
      ))}
    </ol>
  );
}
