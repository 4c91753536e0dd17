import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CardBoard } from '#console-kit/sortable/card-board.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import { CardMenu, type OpenMenu } from './card-menu.tsx';
import { FoundColumn } from './found-column.tsx';
import { HiddenColumn } from './hidden-column.tsx';
import { MoveToPlace } from './move-to-place.tsx';
import { type ColumnName, columnNames, placeTo } from './moves.ts';
import { PromotedColumn } from './promoted-column.tsx';
import classes from './editor.module.css';
import { TakenNotice } from './taken-notice.tsx';
import type { CurationEditor } from './use-curation-editor.tsx';
import { useFoundItems } from './use-found-items.tsx';
import { useWantedItems } from './use-wanted-items.tsx';

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
