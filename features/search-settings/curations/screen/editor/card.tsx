import {
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  EyeOff,
  GripVertical,
  type LucideIcon,
  Pin,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { memo } from 'react';
import { Picture, Price, Stock } from '#ui/item/item-cell.tsx';
import { buttonAttribute } from '#ui/sortable/card-places.ts';
import { t, useLanguage } from '#ui/text/i18n.ts';
import { actionsOf, type CardAction, cardActions } from './card-actions.tsx';
import type { KnownItem } from './known-items.tsx';
import type { ColumnName } from './moves.ts';
import classes from './card.module.css';

const icons: Readonly<Record<CardAction, LucideIcon>> = {
  up: ChevronUp,
  down: ChevronDown,
  out: X,
  promote: Pin,
  hide: EyeOff,
  show: Undo2,
  remove: Trash2,
  menu: EllipsisVertical,
};

interface EditorCardProps {
  readonly id: string;
  readonly item: KnownItem;
  readonly column: ColumnName;
  /** False for all cards if no item has a picture. */
  readonly hasPicture: boolean;
  /** From 1; undefined for an item that customers don't see. */
  readonly place: number | undefined;
  /** Whether it is the first or the last promoted item, which can't move further. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly tabIndex: 0 | -1;
  readonly act: (id: string, action: CardAction, button: HTMLElement) => void;
}

/** An item in one of the columns, with its actions. Memoised, as there may be hundreds of them. */
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
            {actionsOf(column, isGone).map((action) => {
              const { title, label } = cardActions[action];
              const Icon = icons[action];
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
