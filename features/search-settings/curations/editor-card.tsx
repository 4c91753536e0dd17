import { ActionIcon, Menu } from '@mantine/core';
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
import { buttonAttribute } from '#console-kit/sortable/card-places.ts';
import { useCards } from '#console-kit/sortable/card-board.tsx';
import { Picture, Price, Stock } from '#console-kit/item/item-cell.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { CardMenu } from './editor-card-menu.tsx';
import type { ColumnName } from './editor-moves.ts';
import classes from './editor.module.css';
import type { CurationEditor } from './use-curation-editor.tsx';

export interface CardProps {
  readonly editor: CurationEditor;
  readonly id: string;
  readonly column: ColumnName;
  /** From 1, as customers count; undefined where it has none. */
  readonly place?: number | undefined;
  /** The query that the columns are about. */
  readonly q: string;
  readonly tabIndex: 0 | -1;
  readonly moveToPlace: (id: string) => void;
}

interface CardButton {
  readonly name: string;
  /** What it does, with the item. */
  readonly label: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly isOff?: boolean;
  readonly run: () => void;
}

/** An item in one of the columns, with all that can be done with it. */
export function EditorCard({ editor, id, column, place, q, tabIndex, moveToPlace }: CardProps) {
  const t = useText();
  const { shown, isGone } = editor.itemOf(id);
  const buttons = useButtons(editor, id, column);
  return (
    <div className={classes.card} data-gone={isGone}>
      {column !== 'hidden' && <span className={classes.place}>{place}</span>}
      {column === 'promoted' && <GripVertical size={16} aria-hidden className={classes.grip} />}
      <Picture address={shown.image} />
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
            {buttons.map(({ name, label, title, icon: Icon, isOff = false, run }) => (
              <ActionIcon
                key={name}
                size={32}
                variant="subtle"
                color="gray"
                aria-label={label}
                title={title}
                disabled={isOff}
                tabIndex={tabIndex}
                onClick={run}
                {...{ [buttonAttribute]: name }}
              >
                <Icon size={16} aria-hidden />
              </ActionIcon>
            ))}
            {!isGone && (
              <CardMenu editor={editor} id={id} q={q} moveToPlace={() => moveToPlace(id)}>
                <Menu.Target>
                  <ActionIcon
                    size={32}
                    variant="subtle"
                    color="gray"
                    aria-label={t('More for “{name}”', { name: shown.name })}
                    title={t('More')}
                    tabIndex={tabIndex}
                  >
                    <EllipsisVertical size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
              </CardMenu>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

function useButtons(editor: CurationEditor, id: string, column: ColumnName): readonly CardButton[] {
  const t = useText();
  const { move } = useCards();
  const { shown, isGone } = editor.itemOf(id);
  const { promoted } = editor.draft;
  const { name } = shown;
  const place = promoted.indexOf(id);
  const remove = {
    name: 'remove',
    label: t('Remove {id}', { id }),
    title: t('Remove'),
    icon: Trash2,
    run: () => move([id], 'found'),
  };
  if (isGone) return [remove];
  if (column === 'hidden')
    return [
      {
        name: 'show',
        label: t('Show “{name}” again', { name }),
        title: t('Show again'),
        icon: Undo2,
        run: () => move([id], 'found'),
      },
    ];
  if (column === 'found')
    return [
      {
        name: 'promote',
        label: t('Promote “{name}”', { name }),
        title: t('Promote'),
        icon: Pin,
        run: () => move([id], 'promoted'),
      },
      { name: 'hide', label: t('Hide “{name}”', { name }), title: t('Hide'), icon: EyeOff, run: () => move([id], 'hidden') },
    ];
  return [
    {
      name: 'up',
      label: t('Move “{name}” up', { name }),
      title: t('Move up'),
      icon: ChevronUp,
      isOff: place === 0,
      run: () => move([id], 'promoted', place - 1),
    },
    {
      name: 'down',
      label: t('Move “{name}” down', { name }),
      title: t('Move down'),
      icon: ChevronDown,
      isOff: place === promoted.length - 1,
      run: () => move([id], 'promoted', place + 2),
    },
    { name: 'out', label: t('Take out “{name}”', { name }), title: t('Take out'), icon: X, run: () => move([id], 'found') },
  ];
}
