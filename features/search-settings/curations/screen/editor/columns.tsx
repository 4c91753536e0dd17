import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { previewedRow } from '#ui/crud/record-drawer.tsx';
import { RuleWarning } from '#ui/crud/rule-preview.tsx';
import { RefetchBar, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { CardBoard, useCards, areaAttribute } from '#ui/sortable/card-board.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { linkTo } from '#ui/state/address.ts';
import { categoryText, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useItemFigures } from '#features/analytics/statistics/screen/item-figures.panel.tsx';
import { itemFiguresDays, maximumFiguredItems } from '#features/analytics/statistics/statistics.contract.ts';
import { type CardAction, EditorCard, CardMenu, type OpenMenu } from './card.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { type ColumnName, columnNames, columnOf, sentOf } from './draft.ts';
import classes from './editor.module.css';
import type { CurationEditor } from './use-curation-editor.tsx';
import { debounceMs, type FoundItems, useFoundItems } from './use-found-items.tsx';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { ItemPicker, offeredItems } from '#ui/item/item-picker.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { compareCuration, findCatalogueItems } from '#features/search-settings/curations/curations.contract.ts';

const listedIds = 10;

function AddItem({ editor, q }: { readonly editor: CurationEditor; readonly q: string }) {
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const { collectionId: c, draft, learn, promote } = editor;

  const addAll = async (ids: readonly string[]): Promise<boolean> => {
    try {
      const { items, unknown_ids: unknownIds } = await call(findCatalogueItems, { c, ids: [...ids] });
      if (items.length === 0) return false;
      learn(items);
      promote(items.map(({ id }) => id));
      setUnknown(unknownIds);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
    return true;
  };
  const marks = { promoted: t('Promoted'), hidden: t('Hidden'), found: undefined } as const;
  return (
    <>
      <ItemPicker
        label={t('Add item')}
        isLabelHidden
        placeholder={t('Add item: name, ID or EAN')}
        query={(text) => query(findCatalogueItems, { c, q: text === '' ? q : text, limit: offeredItems })}
        offered={({ items }) =>
          items.map((item) => {
            const column = columnOf(draft, item.id);
            return { id: item.id, item: shownItemOf(item), mark: marks[column], isTaken: column === 'promoted' };
          })
        }
        pick={(id, shown) => {
          setUnknown([]);
          learn([{ id, ...shown }]);
          promote([id]);
        }}
        pickMany={addAll}
      />
      {unknown.length > 0 && (
        <Alert py={8} withCloseButton closeButtonLabel={t('Close')} onClose={() => setUnknown([])} role="status">
          {t('{count} IDs aren’t in the catalogue: {ids}', {
            count: unknown.length,
            ids: unknown.slice(0, listedIds).join(', ') + (unknown.length > listedIds ? ' …' : ''),
          })}
        </Alert>
      )}
    </>
  );
}

const letters = { p: 'promoted', h: 'hidden', x: 'found' } as const;

interface ColumnsProps {
  readonly editor: CurationEditor;
  readonly q: string;
}

export function EditorColumns({ editor, q }: ColumnsProps) {
  const { draft, itemOf, move } = editor;
  const found = useFoundItems(editor, q);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [pinning, setPinning] = useState<string | null>(null);
  const asked = draft.category === null ? q.trim() : categoryText(draft.category);
  const titles = { promoted: t('Promoted'), found: t('Other items found'), hidden: t('Hidden') };
  const ids = { promoted: draft.promoted, found: found.ids, hidden: draft.hidden };
  const [clickedQuery] = useDebouncedValue(q.trim(), debounceMs);
  const isCategory = draft.category !== null;
  const figured = [...new Set(columnNames.flatMap((name) => ids[name]))].slice(0, maximumFiguredItems).toSorted();
  const figures = useItemFigures(
    {
      c: editor.collectionId,
      q: isCategory ? '' : clickedQuery,
      ids: figured,
      alone: draft.variantsOnly.filter((id) => figured.includes(id)).toSorted(),
    },
    isCategory || clickedQuery !== '',
  );
  const shared = {
    editor,
    figures,
    q,
    openMenu: setMenu,
    placeOf: found.placeOf,
    variantsOf: found.variantsOf,
    hasPictures: Object.values(ids).some((all) => all.some((id) => itemOf(id).shown.image !== undefined)),
  };
  return (
    <CardBoard
      lists={columnNames.map((name) => ({
        name,
        label: titles[name],
        ids: ids[name],
        isOrdered: name === 'promoted',
        isGrid: name === 'found',
      }))}
      nameOf={(id) => itemOf(id).shown.name}
      move={(id, to, at) => move(id, to as ColumnName, at)}
      letters={letters}
    >
      {found.preview?.isActing === false && !found.isOther && (
        <Alert role="status" color="gray" py={8} mb={12} title={t('This curation does nothing for “{query}”', { query: asked })}>
          {t('Another rule acts on this query first.')}{' '}
          {draft.category === null && (
            <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { c: editor.collectionId, q })}>
              {t('Open in Query tester')}
            </AllowedLink>
          )}
        </Alert>
      )}
      {found.preview?.isActing === true && <CurationWarning editor={editor} />}
      <div className={classes.columns}>
        <Column
          {...shared}
          name="promoted"
          title={titles.promoted}
          count={draft.promoted.length}
          tools={<PromotedTools editor={editor} q={q} />}
        >
          {draft.promoted.length === 0 && <Hint>{t('What you promote comes first, in your order.')}</Hint>}
        </Column>
        <Column {...shared} name="hidden" title={titles.hidden} count={draft.hidden.length}>
          {draft.hidden.length === 0 && <Hint>{t('What you hide is never shown here.')}</Hint>}
        </Column>
        <FoundColumn
          {...shared}
          title={titles.found}
          found={found}
          asked={asked}
          note={figuresNote(isCategory ? undefined : clickedQuery, figures.isNone)}
        />
      </div>
      {menu && (
        <CardMenu
          opened={menu}
          hasVariants={found.variantsOf(menu.id) > 1}
          isVariantOnly={draft.variantsOnly.includes(menu.id)}
          hideAs={editor.hideAs}
          setAlone={editor.setAlone}
          isPinned={draft.places[menu.id] !== undefined}
          unpin={(id) => editor.pin(id, null)}
          pin={setPinning}
          c={editor.collectionId}
          q={q}
          close={() => setMenu(null)}
        />
      )}
      {pinning !== null && (
        <PinDialog
          name={itemOf(pinning).shown.name}
          place={draft.places[pinning] ?? found.placeOf(pinning) ?? 1}
          pin={(place) => editor.pin(pinning, place)}
          close={() => setPinning(null)}
        />
      )}
    </CardBoard>
  );
}

const warnedQueries = 6;

function CurationWarning({ editor: { draft, saved, collectionId } }: Pick<ColumnsProps, 'editor'>) {
  const { queries, promoted, hidden, ...texts } = sentOf(draft);
  if (promoted.length + hidden.length === 0) return null;
  const row = { queries, promoted, hidden, name: texts.name };
  return (
    <RuleWarning
      endpoint={compareCuration}
      c={collectionId}
      rows={[previewedRow(row, saved?.id)]}
      queries={queries.slice(0, warnedQueries).map(({ query: text }) => text)}
      why={t('Visitors see the same items in the same order without it.')}
    />
  );
}

interface SharedProps {
  readonly editor: CurationEditor;
  readonly q: string;
  readonly title: string;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly hasPictures: boolean;
  readonly figures: ReturnType<typeof useItemFigures>;
  readonly placeOf: (id: string) => number | undefined;
  readonly variantsOf: (id: string) => number;
}

interface ColumnProps extends SharedProps {
  readonly name: ColumnName;
  readonly count: number | undefined;
  readonly share?: string | undefined;
  readonly note?: string | undefined;
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
  readonly isFaded?: boolean;
}

function Column({ name, title, count, share, note, tools, children, isFaded = false, ...props }: ColumnProps) {
  const { editor, openMenu, hasPictures, placeOf, variantsOf, figures } = props;
  const { over, move } = useCards();
  const { promoted } = editor.draft;
  const act = useStable((id: string, does: CardAction, button: HTMLElement) => {
    const place = promoted.indexOf(id);
    if (does === 'menu') openMenu({ id, column: name, button });
    else if (does === 'up') move(id, 'promoted', place - 1);
    else if (does === 'down') move(id, 'promoted', place + 2);
    else move(id, does === 'promote' ? 'promoted' : does === 'hide' ? 'hidden' : 'found');
  });
  return (
    <section
      className={classes.column}
      data-column={name}
      data-over={over?.list === name}
      aria-label={title}
      {...{ [areaAttribute]: name }}
    >
      <h2 className={classes.title}>
        {title} <span className={classes.count}>{count === undefined ? '–' : formats.number(count)}</span>
        {share !== undefined && <span className={classes.count}>· {share}</span>}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </h2>
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={classes.scroll} data-faded={isFaded}>
        <SortableList
          name={name}
          card={(id, at, tabIndex) => (
            <EditorCard
              id={id}
              item={editor.itemOf(id)}
              column={name}
              variantCount={variantsOf(id)}
              isVariantOnly={editor.draft.variantsOnly.includes(id)}
              isPinned={editor.draft.places[id] !== undefined}
              figures={figures.textOf(id) ?? (figures.isNone === false ? t('No clicks') : undefined)}
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

function PromotedTools({ editor, q }: ColumnsProps) {
  const { draft, itemOf, takeOut } = editor;
  const gone = draft.promoted.filter((id) => itemOf(id).isGone);
  const soldOut = draft.promoted.filter((id) => itemOf(id).shown.availability === 'out_of_stock');
  return (
    <>
      <AddItem editor={editor} q={q} />
      {gone.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => takeOut(gone)}>
          {t('Remove all {count} gone', { count: gone.length })}
        </Button>
      )}
      {soldOut.length > 0 && (
        <Text size="sm" role="status">
          {t('{count} promoted items are out of stock.', { count: soldOut.length })}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => takeOut(soldOut)}>
            {t('Take out')}
          </Anchor>
        </Text>
      )}
    </>
  );
}

/** Says of which days and searches the figures on the cards are. */
function figuresNote(query: string | undefined, isNone: boolean | undefined): string | undefined {
  const days = formats.number(itemFiguresDays);
  if (isNone === undefined) return undefined;
  if (query === undefined)
    return isNone
      ? t('Nobody clicked these items in {days} days.', { days })
      : t('Clicks, carts and sales in {days} days', { days });
  return isNone
    ? t('No clicks after “{query}” in {days} days', { query, days })
    : t('Clicks, carts and sales after “{query}” in {days} days', { query, days });
}

type FoundColumnProps = SharedProps & Pick<ColumnProps, 'note'> & { readonly found: FoundItems; readonly asked: string };

function FoundColumn({ found, asked, ...column }: FoundColumnProps) {
  const isAsked = asked !== '';
  return (
    <Column
      {...column}
      name="found"
      count={isAsked ? found.count : undefined}
      share={found.allWords}
      isFaded={found.isOther}
      tools={
        <div className={classes.bar}>
          <RefetchBar isMoving={isAsked && found.isFetching && found.preview !== undefined} />
        </div>
      }
    >
      <BelowFound found={found} q={asked} draft={column.editor.draft} />
    </Column>
  );
}

interface BelowFoundProps {
  readonly found: FoundItems;
  readonly q: string;
  readonly draft: ColumnsProps['editor']['draft'];
}

function BelowFound({ found, q, draft: { category, promoted, hidden } }: BelowFoundProps) {
  const isCategory = category !== null;
  const { preview, error, count = 0, leftCount } = found;
  if (q === '') return <Hint>{isCategory ? t('Choose a category to see its items.') : t('Type a query to see its items.')}</Hint>;
  if (error && !preview) return <LoadError error={error} retry={found.retry} />;
  if (!preview) return <RowSkeletons />;
  if (found.isOther) return null;
  if (count === 0 && promoted.length + hidden.length > 0) return <Hint>{t('All found items are promoted or hidden.')}</Hint>;
  if (count === 0 && !preview.redirect) return <Hint>{t('“{query}” finds nothing. Add items on the left.', { query: q })}</Hint>;
  if (leftCount === 0) return null;
  return (
    <Button variant="default" fullWidth my={12} loading={found.isFetching} onClick={found.showMore}>
      {t('Show {count} more', { count: Math.min(leftCount, 20) })}
      <span className={classes.count}>&nbsp;/ {formats.number(leftCount)}</span>
    </Button>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" className={classes.hint} component="p">
    {children}
  </Text>
);

/** A callback of stable identity that runs the latest `work`, so that memoised cards don't render again. */
function useStable<Arguments extends unknown[]>(work: (...values: Arguments) => void): (...values: Arguments) => void {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...values: Arguments) => newest.current(...values), []);
}
