import { Alert, Anchor, Button, SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NothingFound } from '#ui/list/nothing-found.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { useAllowed } from '#ui/state/rights.ts';
import { CardBoard, useCards } from '#ui/sortable/card-board.tsx';
import { areaAttribute } from '#ui/sortable/card-places.ts';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { AddItem } from './add-item.tsx';
import { type CardAction, EditorCard, CardMenu, type OpenMenu, MoveToPlace } from './card.tsx';
import { type ColumnName, columnNames, placeTo } from './draft.ts';
import classes from './editor.module.css';
import type { CurationEditor } from './use-curation-editor.tsx';
import { filteredItems, type FoundItems, useFoundItems } from './use-found-items.tsx';

const letters = { p: 'promoted', h: 'hidden', x: 'found' } as const;

interface ColumnsProps {
  readonly editor: CurationEditor;
  readonly q: string;
}

/** Promoted, found and hidden items side by side. */
export function EditorColumns({ editor, q }: ColumnsProps) {
  const { draft, itemOf, move } = editor;
  const found = useFoundItems(editor, q);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [placing, setPlacing] = useState<string | null>(null);
  const [phoneColumn, setPhoneColumn] = useState<ColumnName>('found');
  const titles = { promoted: t('Promoted'), found: t('Found items'), hidden: t('Hidden') };
  const counts = { promoted: draft.promoted.length, found: found.count, hidden: draft.hidden.length };
  const ids = { promoted: draft.promoted, found: found.ids, hidden: draft.hidden };
  const shared = {
    editor,
    q,
    openMenu: setMenu,
    placeOf: found.placeOf,
    hasPictures: Object.values(ids).some((all) => all.some((id) => itemOf(id).shown.image !== undefined)),
  };
  return (
    <CardBoard
      lists={columnNames.map((name) => ({ name, label: titles[name], ids: ids[name], isOrdered: name === 'promoted' }))}
      nameOf={(id) => itemOf(id).shown.name}
      move={(id, to, at) => move(id, to as ColumnName, at)}
      letters={letters}
    >
      {found.preview?.isActing === false && !found.isOther && (
        <Alert
          role="status"
          color="gray"
          py={8}
          mb={12}
          title={t('This curation does nothing for “{query}”', { query: q.trim() })}
        >
          {t('Another rule acts on this query first.')}{' '}
          <AllowedLink needs="developer" to={linkTo('/developer/query-tester', { c: editor.collectionId, q })}>
            {t('Try in Query tester')}
          </AllowedLink>
        </Alert>
      )}
      <SegmentedControl
        className={classes.segments}
        fullWidth
        aria-label={t('Items')}
        value={phoneColumn}
        onChange={setPhoneColumn}
        data={columnNames.map((name) => ({
          value: name,
          label: `${name === 'found' ? t('Found') : titles[name]} ${counts[name] === undefined ? '–' : formats.number(counts[name])}`,
        }))}
      />
      <div className={classes.columns} data-phone-column={phoneColumn}>
        <Column
          {...shared}
          name="promoted"
          title={titles.promoted}
          count={counts.promoted}
          tools={<PromotedTools editor={editor} q={q} />}
        >
          {draft.promoted.length === 0 && <Hint>{t('What you promote comes first, in your order.')}</Hint>}
        </Column>
        <FoundColumn {...shared} title={titles.found} found={found} />
        <HiddenColumn {...shared} title={titles.hidden} />
      </div>
      {menu && (
        <CardMenu
          opened={menu}
          c={editor.collectionId}
          q={q}
          moveToPlace={() => setPlacing(menu.id)}
          close={() => setMenu(null)}
        />
      )}
      {placing !== null && (
        <MoveToPlace
          name={itemOf(placing).shown.name}
          places={draft.promoted.length + (draft.promoted.includes(placing) ? 0 : 1)}
          place={draft.promoted.indexOf(placing) + 1}
          move={(place) => move(placing, 'promoted', placeTo(draft, placing, place))}
          close={() => setPlacing(null)}
        />
      )}
    </CardBoard>
  );
}

interface SharedProps {
  readonly editor: CurationEditor;
  readonly q: string;
  readonly title: string;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly hasPictures: boolean;
  readonly placeOf: (id: string) => number | undefined;
}

interface ColumnProps extends SharedProps {
  readonly name: ColumnName;
  readonly count: number | undefined;
  readonly countTo?: ReturnType<typeof linkTo> | undefined;
  readonly action?: ReactNode;
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
  readonly isFaded?: boolean;
}

function Column({ name, title, count, countTo, action, tools, children, isFaded = false, ...props }: ColumnProps) {
  const { editor, openMenu, hasPictures, placeOf } = props;
  const isDeveloper = useAllowed('developer');
  const { over, move } = useCards();
  const { promoted } = editor.draft;
  const act = useStable((id: string, does: CardAction, button: HTMLElement) => {
    const place = promoted.indexOf(id);
    if (does === 'menu') openMenu({ id, column: name, button });
    else if (does === 'up') move(id, 'promoted', place - 1);
    else if (does === 'down') move(id, 'promoted', place + 2);
    else move(id, does === 'promote' ? 'promoted' : does === 'hide' ? 'hidden' : 'found');
  });
  const shownCount = count === undefined ? '–' : formats.number(count);
  return (
    <section
      className={classes.column}
      data-column={name}
      data-over={over?.list === name}
      aria-label={title}
      {...{ [areaAttribute]: name }}
    >
      <div className={classes.head}>
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

/** Numbered after the promoted items. */
function FoundColumn({ found, ...column }: SharedProps & { readonly found: FoundItems }) {
  const isAsked = column.q.trim() !== '';
  return (
    <Column
      {...column}
      name="found"
      count={isAsked ? found.count : undefined}
      countTo={isAsked ? linkTo('/developer/query-tester', { c: column.editor.collectionId, q: column.q }) : undefined}
      isFaded={found.isOther}
      tools={
        <>
          <TextInput
            type="search"
            aria-label={t('Filter found items')}
            placeholder={t('Filter found items')}
            leftSection={<Search size={16} aria-hidden />}
            value={found.filter}
            onChange={(event) => found.setFilter(event.currentTarget.value)}
          />
          <div className={classes.bar}>
            <RefetchBar isMoving={isAsked && found.isFetching && found.preview !== undefined} />
          </div>
        </>
      }
    >
      <BelowFound found={found} q={column.q.trim()} />
    </Column>
  );
}

function BelowFound({ found, q }: { readonly found: FoundItems; readonly q: string }) {
  const { preview, error, count = 0, leftCount, filter, setFilter } = found;
  const isFiltered = filter.trim() !== '';
  if (q === '') return <Hint>{t('Type a query to see its items.')}</Hint>;
  if (error && !preview) return <LoadError error={error} retry={found.retry} />;
  if (!preview) return <RowSkeletons />;
  if (found.isOther) return null;
  if (count === 0 && !preview.redirect) return <Hint>{t('“{query}” finds nothing. Add items on the left.', { query: q })}</Hint>;
  if (isFiltered && found.ids.length === 0 && !found.isFetching)
    return <NothingFound list={{ search: filter, setSearch: setFilter, clearFilters: () => setFilter('') }} />;
  if (isFiltered && count > filteredItems) return <Hint>{t('Among the first {count} items.', { count: filteredItems })}</Hint>;
  if (leftCount === 0) return null;
  return (
    <Button variant="default" fullWidth my={12} loading={found.isFetching} onClick={found.showMore}>
      {t('Show {count} more', { count: Math.min(leftCount, 20) })}
      <span className={classes.count}>&nbsp;/ {formats.number(leftCount)}</span>
    </Button>
  );
}

/** Collapsed at first where there is no room for three columns. */
function HiddenColumn(props: SharedProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const { hidden } = props.editor.draft;
  return (
    <div className={classes.hidden} data-open={isOpen}>
      <Column
        {...props}
        name="hidden"
        count={hidden.length}
        action={
          <UnstyledButton
            className={classes.opener}
            aria-expanded={isOpen}
            aria-label={isOpen ? t('Close hidden items') : t('Show hidden items')}
            onClick={toggle}
          >
            <ChevronDown size={18} aria-hidden />
          </UnstyledButton>
        }
      >
        {hidden.length === 0 && <Hint>{t('What you hide is never shown for these queries.')}</Hint>}
      </Column>
    </div>
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
