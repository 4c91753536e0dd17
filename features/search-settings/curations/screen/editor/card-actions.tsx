import { msg } from '#ui/text/i18n.ts';
import type { ColumnName } from './moves.ts';

export const cardActions = {
  up: { title: msg('Move up'), label: msg('Move “{name}” up') },
  down: { title: msg('Move down'), label: msg('Move “{name}” down') },
  out: { title: msg('Take out'), label: msg('Take out “{name}”') },
  promote: { title: msg('Promote'), label: msg('Promote “{name}”') },
  hide: { title: msg('Hide'), label: msg('Hide “{name}”') },
  show: { title: msg('Show again'), label: msg('Show “{name}” again') },
  remove: { title: msg('Remove'), label: msg('Remove {id}') },
  menu: { title: msg('More'), label: msg('More for “{name}”') },
} as const;
export type CardAction = keyof typeof cardActions;

const ofColumns: Readonly<Record<ColumnName, readonly CardAction[]>> = {
  promoted: ['up', 'down', 'out', 'menu'],
  found: ['promote', 'hide', 'menu'],
  hidden: ['show', 'menu'],
};

/** An item that is gone can only be removed. */
export const actionsOf = (column: ColumnName, isGone: boolean): readonly CardAction[] =>
  isGone ? ['remove'] : ofColumns[column];

interface Moved {
  readonly to: ColumnName;
  readonly at?: number;
}

/** Where an action moves an item at this place among the promoted; null if it moves nothing. */
export function movedBy(action: CardAction, place: number): Moved | null {
  if (action === 'menu') return null;
  if (action === 'up') return { to: 'promoted', at: place - 1 };
  if (action === 'down') return { to: 'promoted', at: place + 2 };
  if (action === 'promote') return { to: 'promoted' };
  return { to: action === 'hide' ? 'hidden' : 'found' };
}
