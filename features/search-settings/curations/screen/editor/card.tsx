import {
  ArrowUpToLine,
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  EyeOff,
  GripVertical,
  Pin,
  PinOff,
  Trash2,
  Undo2,
  X,
  FileText,
  type LucideIcon,
  Microscope,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Permission } from '#contract/permission.ts';
import { MenuItem, MenuList } from '#ui/page/popup.tsx';
import { Picture, Price, type ShownItem, Stock } from '#ui/item/item-cell.tsx';
import { buttonAttribute } from '#ui/sortable/card-board.tsx';
import { msg, t, useLanguage } from '#ui/text/i18n.ts';
import type { ColumnName } from './draft.ts';
import classes from './card.module.css';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';

export interface KnownItem {
  readonly shown: ShownItem;
  readonly isGone: boolean;
  readonly variantCount: number;
}

const actions = {
  up: { title: msg('Move up'), label: msg('Move “{name}” up'), icon: ChevronUp },
  down: { title: msg('Move down'), label: msg('Move “{name}” down'), icon: ChevronDown },
  out: { title: msg('Take out'), label: msg('Take out “{name}”'), icon: X },
  promote: { title: msg('Promote'), label: msg('Promote “{name}”'), icon: ArrowUpToLine },
  hide: { title: msg('Hide'), label: msg('Hide “{name}”'), icon: EyeOff },
  show: { title: msg('Show'), label: msg('Show “{name}” again'), icon: Undo2 },
  remove: { title: msg('Remove'), label: msg('Remove “{name}”'), icon: Trash2 },
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
  /** 1 without variants. */
  readonly variantCount: number;
  readonly isVariantOnly: boolean;
  readonly isPinned: boolean;
  /** Its clicks, carts and sales; undefined if unknown. */
  readonly figures: string | undefined;
  readonly hasPicture: boolean;
  /** Where customers see it, from 1; undefined if they don't. */
  readonly place: number | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly tabIndex: 0 | -1;
  readonly act: (id: string, action: CardAction, button: HTMLElement) => void;
}

const tilePicturePx = 96;

/** Memoised: there may be hundreds. */
export const EditorCard = memo(function EditorCard({
  id,
  item: { shown, isGone },
  column,
  variantCount,
  isVariantOnly,
  isPinned,
  figures,
  hasPicture,
  place,
  isFirst,
  isLast,
  tabIndex,
  act,
}: EditorCardProps) {
  useLanguage();
  return (
    <div className={classes.card} data-gone={isGone} data-tile={column === 'found'}>
      {(column !== 'hidden' || place !== undefined) && <span className={classes.place}>{place}</span>}
      {column === 'promoted' && <GripVertical size={16} aria-hidden className={classes.grip} />}
      {hasPicture && <Picture address={shown.image} {...(column === 'found' && { sizePx: tilePicturePx })} />}
      <div className={classes.text}>
        <div className={classes.name} title={shown.name}>
          {isGone ? t('ID {id}', { id }) : shown.name}
        </div>
        {figures !== undefined && <div className={classes.figures}>{figures}</div>}
        <div className={classes.below}>
          <div className={classes.facts}>
            {isGone && <span className={classes.smallText}>{t('No longer in the catalogue')}</span>}
            {column !== 'found' && isVariantOnly && <span>{t('This variant only')}</span>}
            {isPinned && (
              <span className={classes.pinned}>
                <Pin size={12} aria-hidden /> {t('Pinned to this place')}
              </span>
            )}
            {column === 'hidden' && !isVariantOnly && variantCount > 1 && (
              <span>{t('Hidden, with its {count} variants', { count: variantCount })}</span>
            )}
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

export interface OpenMenu {
  readonly id: string;
  readonly column: ColumnName;
  readonly button: HTMLElement;
}

interface CardMenuProps {
  readonly opened: OpenMenu;
  readonly hasVariants: boolean;
  readonly isVariantOnly: boolean;
  readonly hideAs: (id: string, isVariantOnly: boolean) => void;
  readonly setAlone: (id: string, isAlone: boolean) => void;
  readonly isPinned: boolean;
  readonly pin: (id: string) => void;
  readonly unpin: (id: string) => void;
  readonly c: number;
  readonly q: string;
  readonly close: () => void;
}

/** Other screens open in a new tab, as the curation may be unsaved. */
export function CardMenu(props: CardMenuProps) {
  const { opened, hasVariants, isVariantOnly, hideAs, setAlone, isPinned, c, q, close } = props;
  const { id, column, button } = opened;
  const anchor = useMemo(() => ({ current: button }), [button]);
  return (
    <MenuList anchor={anchor} onClose={close} position="bottom-end" aria-label={button.getAttribute('aria-label') ?? undefined}>
      {column !== 'hidden' && (
        <MenuItem leftSection={<Pin size={16} aria-hidden />} onClick={() => props.pin(id)}>
          {t('Pin to a place')}
        </MenuItem>
      )}
      {isPinned && (
        <MenuItem leftSection={<PinOff size={16} aria-hidden />} onClick={() => props.unpin(id)}>
          {t('Unpin')}
        </MenuItem>
      )}
      {hasVariants && column === 'promoted' && (
        <MenuItem leftSection={<ArrowUpToLine size={16} aria-hidden />} onClick={() => setAlone(id, !isVariantOnly)}>
          {isVariantOnly ? t('Promote with all variants') : t('Promote this variant only')}
        </MenuItem>
      )}
      {hasVariants && column !== 'promoted' && (
        <MenuItem leftSection={<EyeOff size={16} aria-hidden />} onClick={() => hideAs(id, !isVariantOnly)}>
          {isVariantOnly ? t('Hide all variants') : t('Hide this variant only')}
        </MenuItem>
      )}
      {column !== 'hidden' && q.trim() !== '' && (
        <OtherScreen
          icon={Microscope}
          to={linkTo('/developer/query-tester', { c, q, why: id })}
          label={t('Why is it here?')}
          needs="preview"
        />
      )}
      <OtherScreen
        icon={FileText}
        to={linkTo('/developer/documents', { c, item: id })}
        label={t('Open in Documents')}
        needs="preview"
      />
    </MenuList>
  );
}

interface OtherScreenProps {
  readonly icon: LucideIcon;
  readonly to: ReturnType<typeof linkTo>;
  readonly label: string;
  readonly needs: Permission;
}

function OtherScreen({ icon: Icon, to, label, needs }: OtherScreenProps) {
  const refusal = useRefusal(needs);
  const leftSection = <Icon size={16} aria-hidden />;
  if (refusal !== undefined)
    return (
      <MenuItem leftSection={leftSection} disabled>
        {label}
        <span className={classes.reason}>{refusal}</span>
      </MenuItem>
    );
  return (
    <MenuItem leftSection={leftSection} to={to} isInNewTab>
      {label}
    </MenuItem>
  );
}
