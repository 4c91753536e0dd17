import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { type LucideIcon, X } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { useAllowed } from '#ui/state/rights.ts';
import type { linkTo } from '#ui/state/address.ts';
import { useCards } from '#ui/sortable/card-board.tsx';
import { areaAttribute } from '#ui/sortable/card-places.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type CardAction, movedBy } from './card-actions.tsx';
import { EditorCard } from './card.tsx';
import type { ColumnName } from './moves.ts';
import type { OpenMenu } from './card-menu.tsx';
import classes from './editor.module.css';
import type { CurationEditor } from './use-curation-editor.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';

export interface ColumnProps {
  readonly editor: CurationEditor;
  readonly q: string;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly hasPictures: boolean;
  /** Where customers see an item, from 1. */
  readonly placeOf: (id: string) => number | undefined;
  readonly title: string;
  /** Undefined while it is unknown. */
  readonly count: number | undefined;
}

interface BulkAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: ColumnName;
}

interface EditorColumnProps extends ColumnProps {
  readonly name: ColumnName;
  readonly countTo?: ReturnType<typeof linkTo> | undefined;
  readonly bulk: readonly BulkAction[];
  /** In the head, while no card is chosen. */
  readonly action?: ReactNode;
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
  readonly isFaded?: boolean;
}

/** One column: its cards, and a head with the count, or with actions for the chosen cards. */
export function EditorColumn(props: EditorColumnProps) {
  const {
    name,
    title,
    count,
    bulk,
    action,
    tools,
    children,
    isFaded = false,
    placeOf,
    countTo,
    editor,
    openMenu,
    hasPictures,
  } = props;
  const isDeveloper = useAllowed('developer');
  const shownCount = count === undefined ? '–' : formats.number(count);
  const { over, chosen, clearChosen, move, lists } = useCards();
  const { promoted } = editor.draft;
  const act = useStable((id: string, action: CardAction, button: HTMLElement) => {
    const moving = movedBy(action, promoted.indexOf(id));
    if (moving) move([id], moving.to, moving.at);
    else openMenu({ id, column: name, button });
  });
  const chosenIds =
    chosen.list === name ? (lists.find((list) => list.name === name)?.ids.filter((id) => chosen.ids.has(id)) ?? []) : [];
  return (
    <section
      className={classes.column}
      data-column={name}
      data-over={over?.list === name}
      aria-label={title}
      {...{ [areaAttribute]: name }}
    >
      <div className={classes.head}>
        {chosenIds.length === 0 ? (
          <>
            <h2 className={classes.title}>
              {title}{' '}
              {countTo !== undefined && count !== undefined && isDeveloper ? (
                <Anchor
                  component={Link}
                  {...countTo}
                  target="_blank"
                  fz="inherit"
                  lh="inherit"
                  className={classes.count}
                  title={t('Try in Query tester')}
                >
                  {shownCount}
                </Anchor>
              ) : (
                <span className={classes.count}>{shownCount}</span>
              )}
            </h2>
            {action}
          </>
        ) : (
          <Group gap={4} role="group" aria-label={t('{n} selected', { n: chosenIds.length })}>
            <span className={classes.chosen}>{t('{n} selected', { n: chosenIds.length })}</span>
            {bulk.map(({ label, icon: Icon, to }) => (
              <Button
                key={to}
                size="compact-sm"
                variant="default"
                leftSection={<Icon size={14} aria-hidden />}
                onClick={() => move(chosenIds, to)}
              >
                {label}
              </Button>
            ))}
            <ActionIcon size={26} variant="subtle" color="gray" aria-label={t('Clear')} title={t('Clear')} onClick={clearChosen}>
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </div>
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={classes.scroll} data-faded={isFaded}>
        <SortableList
          name={name}
          card={(id, at, tabIndex) => (
            <EditorCard
              id={id}
              item={editor.itemOf(id)}
              column={name}
              hasPicture={hasPictures}
              place={placeOf(id)}
              isFirst={at === 0}
              isLast={at === promoted.length - 1}
              tabIndex={tabIndex}
              act={act}
            />
          )}
        />
        {children}
      </div>
    </section>
  );
}

/** A callback of stable identity that runs the latest `work`, so that memoised cards don't render again. */
function useStable<Arguments extends unknown[]>(work: (...values: Arguments) => void): (...values: Arguments) => void {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...values: Arguments) => newest.current(...values), []);
}
