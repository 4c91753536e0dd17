import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { useDraft } from '#ui/form/use-draft.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { linkTo } from '#ui/state/address.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { type Curation, curations, curationEditorPath } from '#features/search-settings/curations/curations.contract.ts';
import { useMakeLive } from '#features/search-settings/releases/screen/make-live.panel.tsx';
import { useTellSaved } from '#features/search-settings/curations/screen/queries/saved-queries.panel.tsx';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import type { KnownItem } from './card.tsx';
import {
  type CurationDraft,
  type ColumnName,
  columnOf,
  draftOf,
  hiddenAs,
  inShownOrder,
  moved,
  pinnedTo,
  sentOf,
  unpinned,
  withVariants,
} from './draft.ts';

type Told = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly is_gone?: boolean;
  readonly variant_count?: number;
};
type KnownItems = Readonly<Record<string, KnownItem>>;

/** Their kind in releases. */
const curationsSource = 'curations';

/** `saved` is null for a new curation. */
export function useCurationEditor(collectionId: number, saved: Curation | null, first: CurationDraft, firstItems?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const tellSaved = useTellSaved();
  const [known, setKnown] = useState<KnownItems>({});
  const learn = (items: readonly Told[]) => setKnown((last) => withItems(last, items));

  const create = async (draft: CurationDraft): Promise<Curation> => {
    const stored = await call(curations.create, { ...sentOf(draft), c: collectionId });
    client.setQueryData(query(curations.read, { id: stored.id }).queryKey, stored);
    forgetUnsaved('page');
    await navigate({ ...linkTo(curationEditorPath, { id: stored.id, c: collectionId }), replace: true });
    return stored;
  };
  const editor = useDraft<Curation | null, CurationDraft>({
    saved,
    query: query(curations.read, { id: saved?.id ?? 0 }),
    draftOf: (stored) => (stored ? draftOf(stored) : first),
    send: (draft, over) =>
      over ? call(curations.update, { ...sentOf(draft), id: over.id, updated_at: over.updated_at }) : create(draft),
    refreshes: [curations.list, readWaiting],
  });
  const { draft, edit } = editor;
  const tell = (stored: Curation | null) => stored && tellSaved(stored);
  const makeLive = useMakeLive();
  const move = (id: string, to: ColumnName, at?: number) =>
    edit((last) => {
      const next = { ...last, ...moved(last, id, to, at) };
      const placed = unpinned(next, id);
      return inShownOrder(columnOf(last, id) === to ? placed : withVariants(placed, id, false));
    });

  // A layout effect, so that items never show without their names.
  useLayoutEffect(() => {
    if (saved) learn([...saved.promoted, ...saved.hidden]);
  }, [saved]);
  useEffect(() => {
    for (const id of firstItems?.split('\n') ?? []) move(id, 'promoted');
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return {
    ...editor,
    collectionId,
    change: edit,
    move,
    hideAs: (id: string, isVariantOnly: boolean) => edit((last) => hiddenAs(last, id, isVariantOnly)),
    setAlone: (id: string, isAlone: boolean) => edit((last) => withVariants(last, id, isAlone)),
    pin: (id: string, place: number | null) => edit((last) => pinnedTo(last, id, place)),
    /** At the end, in this order. */
    promote: (ids: readonly string[]) => ids.filter((id) => !draft.promoted.includes(id)).forEach((id) => move(id, 'promoted')),
    takeOut: (ids: readonly string[]) => ids.forEach((id) => move(id, 'found')),
    itemOf: (id: string): KnownItem => known[id] ?? { shown: { name: id }, isGone: false, variantCount: 1 },
    learn,
    save: async (over?: Curation | null) => tell(await editor.save(over)),
    publish: async () => {
      const stored = await editor.save();
      if (stored?.state === 'live') tell(stored);
      else if (stored) makeLive(({ source, id }) => source === curationsSource && id === stored.id);
    },
    saveAsNew: async () => tell(await editor.replace(() => create(draft))),
  };
}

export type CurationEditor = ReturnType<typeof useCurationEditor>;

/** Unchanged items stay the same object, so that their cards don't render again. */
function withItems(known: KnownItems, items: readonly Told[]): KnownItems {
  const added = items
    .map((item) => {
      const variantCount = item.variant_count ?? known[item.id]?.variantCount ?? 1;
      return [item.id, { shown: shownItemOf(item), isGone: item.is_gone ?? false, variantCount }] as const;
    })
    .filter(([id, item]) => JSON.stringify(known[id]) !== JSON.stringify(item));
  return added.length === 0 ? known : { ...known, ...Object.fromEntries(added) };
}
