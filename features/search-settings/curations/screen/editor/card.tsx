import { ChevronDown, ChevronUp, EllipsisVertical, EyeOff, GripVertical, Pin, Trash2, Undo2, X } from 'lucide-react';
import { memo } from 'react';
import { Picture, Price, type ShownItem, Stock } from '#ui/item/item-cell.tsx';
import { buttonAttribute } from '#ui/sortable/card-places.ts';
import { msg, t, useLanguage } from '#ui/text/i18n.ts';
import type { ColumnName } from './draft.ts';
import classes from './card.module.css';

export interface KnownItem {
  readonly shown: ShownItem;
  /** No longer in the catalogue. */
  readonly isGone: boolean;
}

const actions = {
  up: { title: msg('Move up'), label: msg('Move “{name}” up'), icon: ChevronUp },
  down: { title: msg('Move down'), label: msg('Move “{name}” down'), icon: ChevronDown },
  out: { title: msg('Take out'), label: msg('Take out “{name}”'), icon: X },
  promote: { title: msg('Promote'), label: msg('Promote “{name}”'), icon: Pin },
  hide: { title: msg('Hide'), label: msg('Hide “{name}”'), icon: EyeOff },
  show: { title: msg('Show again'), label: msg('Show “{name}” again'), icon: Undo2 },
  remove: { title: msg('Remove'), label: msg('Remove {id}'), icon: Trash2 },
  menu: { title: msg('More'), label: msg('More for “{name}”'), icon: EllipsisVertical },
} as const;
export type CardAction = keyof typeof actions;

const actionsOf: Readonly<Record<ColumnName, readonly CardAction[]>> = {
  promoted: ['up', 'down', 'out', 'menu'],
  found: ['promote', 'hide', 'menu'],
  hidden: ['show', 'menu'],
};

interface EditorCardProps {
  readonly id: string;
  readonly item: KnownItem;
  readonly column: ColumnName;
  readonly hasPicture: boolean;
  /** Where customers see it, from 1; undefined if they don't. */
  readonly place: number | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly tabIndex: 0 | -1;
  readonly act: (id: string, action: CardAction, button: HTMLElement) => void;
}

/** Memoised: there may be hundreds. */
export const EditorCard = memo(function EditorCard({
  id,
  item: { shown, isGone },
  column,
  hasPicture,
  place,
  isFirst,
  isLast,
  tabIndex,
  act,
}: EditorCardProps) {
  useLanguage();
  return (
    <div className={classes.card} data-gone={isGone}>
      {(column !== 'hidden' || place !== undefined) && <span className={classes.place}>{place}</span>}
      {column === 'promoted' && <GripVertical size={16} aria-hidden className={classes.grip} />}
      {hasPicture && <Picture address={shown.image} />}
      <div className={classes.text}>
        <div className={classes.name} title={shown.name}>
          {isGone ? t('ID {id}', { id }) : shown.name}
        </div>
        <div className={classes.below}>
          <div className={classes.facts}>
            {isGone && <span className={classes.goneText}>{t('No longer in the catalogue')}</span>}
            {shown.price !== undefined && <Price value={shown.price} currency={shown.currency} />}
            {shown.availability !== undefined && <Stock availability={shown.availability} />}
          </div>
          <div className={classes.buttons}>
            {(isGone ? (['remove'] as const) : actionsOf[column]).map((action) => {
              const { title, label, icon: Icon } = actions[action];
              return (
                <button
                  key={action}
                  type="button"
                  className={classes.button}
                  aria-label={t(label, { name: shown.name, id })}
                  title={t(title)}
                  disabled={(action === 'up' && isFirst) || (action === 'down' && isLast)}
                  tabIndex={tabIndex}
                  onClick={(event) => act(id, action, event.currentTarget)}
                  {...(action === 'menu' && { 'aria-haspopup': 'menu' })}
                  {...{ [buttonAttribute]: action }}
                >
                  <Icon size={16} aria-hidden />
                </button>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
});
