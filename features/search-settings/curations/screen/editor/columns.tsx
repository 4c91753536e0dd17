import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CardBoard, useCards } from '#ui/sortable/card-board.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import { CardMenu, type OpenMenu } from './card-menu.tsx';
import { HiddenColumn } from './hidden-column.tsx';
import { MoveToPlace } from './move-to-place.tsx';
import { type ColumnName, columnNames, placeTo } from './moves.ts';
import { PromotedColumn } from './promoted-column.tsx';
import classes from './editor.module.css';
import { TakenNotice } from './taken-notice.tsx';
import type { CurationEditor } from './use-curation-editor.tsx';
import { type FoundItems, useFoundItems } from './use-found-items.tsx';
import { filteredItems, useWantedItems, type WantedItems } from './use-wanted-items.tsx';
import { EyeOff, Pin, Search } from 'lucide-react';
import { NothingFound } from '#ui/list/nothing-found.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { linkTo } from '#ui/state/address.ts';
import { type ColumnProps, EditorColumn } from './column.tsx';

interface FoundColumnProps extends ColumnProps {
  readonly found: FoundItems;
  readonly wanted: WantedItems;
}

/** What the query finds besides promoted items, numbered after them. It has loading and error states of its own. */
function FoundColumn({ found, wanted, ...column }: FoundColumnProps) {
  const isAsked = column.q.trim() !== '';
  return (
    <EditorColumn
      {...column}
      name="found"
      count={isAsked ? column.count : undefined}
      countTo={isAsked ? linkTo('/developer/query-tester', { c: column.editor.collectionId, q: column.q }) : undefined}
      bulk={[
        { label: t('Promote'), icon: Pin, to: 'promoted' },
        { label: t('Hide'), icon: EyeOff, to: 'hidden' },
      ]}
      isFaded={found.isOther}
      tools={
        <>
          <TextInput
            type="search"
            aria-label={t('Filter found items')}
            placeholder={t('Filter found items')}
            leftSection={<Search size={16} aria-hidden />}
            value={wanted.filter}
            onChange={(event) => wanted.setFilter(event.currentTarget.value)}
          />
          <div className={classes.bar}>
            <RefetchBar isMoving={isAsked && found.isFetching && found.preview !== undefined} />
          </div>
        </>
      }
    >
      <Below found={found} wanted={wanted} q={column.q.trim()} />
    </EditorColumn>
  );
}

function Below({ found, wanted, q }: Pick<FoundColumnProps, 'found' | 'wanted'> & { readonly q: string }) {
  const { preview, error, count = 0, ids } = found;
  const isNoneShown = useCards().lists.find(({ name }) => name === 'found')?.ids.length === 0;
  if (q === '') return <Hint>{t('Type a query to see its items.')}</Hint>;
  if (error && !preview) return <LoadError error={error} retry={found.retry} />;
  if (!preview) return <RowSkeletons />;
  if (found.isOther) return null;
  if (count === 0 && !preview.redirect) return <Hint>{t('“{query}” finds nothing. Add items on the left.', { query: q })}</Hint>;
  if (wanted.isFiltered && isNoneShown && !found.isFetching)
    return (
      <NothingFound list={{ search: wanted.filter, setSearch: wanted.setFilter, clearFilters: () => wanted.setFilter('') }} />
    );
  if (wanted.isFiltered)
    return count > filteredItems ? <Hint>{t('Among the first {count} items.', { count: filteredItems })}</Hint> : null;
  const left = count - Math.min(ids.length, wanted.count);
  if (left <= 0) return null;
  return (
    <Button variant="default" fullWidth my={12} loading={found.isFetching && ids.length < wanted.count} onClick={wanted.showMore}>
      {t('Show {count} more', { count: Math.min(left, 20) })}
      <span className={classes.count}>&nbsp;/ {formats.number(left)}</span>
    </Button>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" className={classes.hint} component="p">
    {children}
  </Text>
);

/** The letter of each key is the first one of the English label. */
const letters = { p: 'promoted', h: 'hidden', x: 'found' } as const;

/** Promoted, found and hidden items side by side, as the query finds them with the curation. */
export function EditorColumns({ editor, query }: { readonly editor: CurationEditor; readonly query: CurationQuery }) {
  const { draft, itemOf, move } = editor;
  const q = query.query;
  const wanted = useWantedItems(q);
  const found = useFoundItems(editor, q, wanted.count);
  const shownIds = wanted.filtered(found.ids, (id) => itemOf(id).shown);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [placing, setPlacing] = useState<string | null>(null);
  const [phoneColumn, setPhoneColumn] = useState<ColumnName>('found');
  const titles = { promoted: t('Promoted'), found: t('Found items'), hidden: t('Hidden') };
  const counts = { promoted: draft.promoted.length, found: found.count, hidden: draft.hidden.length };
  const ids = { promoted: draft.promoted, found: shownIds, hidden: draft.hidden };
  const hasPictures = Object.values(ids).some((all) => all.some((id) => itemOf(id).shown.image !== undefined));
  const columnOf = (name: ColumnName) => ({
    editor,
    q,
    title: titles[name],
    count: counts[name],
    openMenu: setMenu,
    placeOf: found.placeOf,
    hasPictures,
  });
  return (
    <CardBoard
      className={classes.board}
      lists={columnNames.map((name) => ({ name, label: titles[name], ids: ids[name], isOrdered: name === 'promoted' }))}
      nameOf={(id) => itemOf(id).shown.name}
      move={(moving, to, at) => move({ ids: moving, to: to as ColumnName, at })}
      letters={letters}
    >
      {found.preview && !found.isOther && <TakenNotice editor={editor} query={query} preview={found.preview} />}
      <SegmentedControl
        className={classes.segments}
        classNames={{ label: classes.segment }}
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
        <PromotedColumn {...columnOf('promoted')} />
        <FoundColumn {...columnOf('found')} found={found} wanted={wanted} />
        <HiddenColumn {...columnOf('hidden')} />
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
          move={(place) => move({ ids: [placing], to: 'promoted', at: placeTo(draft, placing, place) })}
          close={() => setPlacing(null)}
        />
      )}
    </CardBoard>
  );
}
