import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { linkTo } from '#ui/state/address.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { useTellSaved } from '#features/search-settings/curations/screen/saved-toast.panel.tsx';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { curationEditorPath } from '#features/search-settings/curations/curations.contract.ts';
import type { KnownItem } from './card.tsx';
import { type CurationDraft, type ColumnName, draftOf, isSameDraft, moved, newDraft, sentOf } from './draft.ts';

export interface CurationEditor {
  readonly collectionId: number;
  /** null for a new curation. */
  readonly saved: Curation | null;
  readonly draft: CurationDraft;
  readonly change: (fields: Partial<CurationDraft>) => void;
  readonly move: (id: string, to: ColumnName, at?: number) => void;
  /** At the end, in this order. */
  readonly promote: (ids: readonly string[]) => void;
  readonly takeOut: (ids: readonly string[]) => void;
  readonly itemOf: (id: string) => KnownItem;
  readonly learn: (items: readonly Told[]) => void;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly refusal: CallError | null;
  readonly save: () => void;
  /** Overwrites a version that somebody else saved; null saves a new curation. */
  readonly saveInstead: (of: Curation | null) => void;
  readonly load: (theirs: Curation) => void;
  readonly discard: () => void;
}

export function useCurationEditor(
  collectionId: number,
  opened: Curation | null,
  firstQuery: string,
  firstItem?: string,
): CurationEditor {
  const client = useQueryClient();
  const navigate = useNavigate();
  const tellSaved = useTellSaved();
  const [saved, setSaved] = useState(opened);
  const beginning = saved ? draftOf(saved) : newDraft(firstQuery);
  const [draft, setDraft] = useState(firstItem === undefined ? beginning : { ...beginning, promoted: [firstItem] });
  const [known, setKnown] = useState(() => withItems({}, opened ? [...opened.promoted, ...opened.hidden] : []));
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);

  const move: CurationEditor['move'] = (id, to, at) => setDraft((last) => ({ ...last, ...moved(last, id, to, at) }));
  const load = (theirs: Curation) => {
    setRefusal(null);
    setSaved(theirs);
    setDraft(draftOf(theirs));
    setKnown((last) => withItems(last, [...theirs.promoted, ...theirs.hidden]));
    client.setQueryData(query(curations.read, { id: theirs.id }).queryKey, theirs);
  };
  const write = async (of: Curation | null) => {
    setIsSaving(true);
    try {
      const input = sentOf(draft);
      const stored = of
        ? await call(curations.update, { ...input, id: of.id, updated_at: of.updated_at })
        : await call(curations.create, { ...input, c: collectionId });
      forgetUnsaved('page');
      load(stored);
      void refresh(client, [curations.list, readWaiting]).then(() => tellSaved(stored));
      if (stored.id !== saved?.id)
        void navigate({ ...linkTo(curationEditorPath, { id: stored.id, c: collectionId }), replace: true });
    } catch (error) {
      setRefusal(asCallError(error));
    } finally {
      setIsSaving(false);
    }
  };

  return {
    collectionId,
    saved,
    draft,
    change: (fields) => setDraft((last) => ({ ...last, ...fields })),
    move,
    promote: (ids) => ids.filter((id) => !draft.promoted.includes(id)).forEach((id) => move(id, 'promoted')),
    takeOut: (ids) => ids.forEach((id) => move(id, 'found')),
    itemOf: (id) => known[id] ?? { shown: { name: id }, isGone: false },
    learn: (items) => setKnown((last) => withItems(last, items)),
    isDirty: !isSameDraft(draft, beginning),
    isSaving,
    refusal,
    save: () => void write(saved),
    saveInstead: (of) => void write(of),
    load,
    discard: () => {
      setRefusal(null);
      setDraft(beginning);
    },
  };
}

type Told = Readonly<Record<string, unknown>> & { readonly id: string; readonly is_gone?: boolean };
type KnownItems = Readonly<Record<string, KnownItem>>;

/** Unchanged items stay the same object, so that their cards don't render again. */
function withItems(known: KnownItems, items: readonly Told[]): KnownItems {
  const added = items
    .map((item) => [item.id, { shown: shownItemOf(item), isGone: item.is_gone ?? false }] as const)
    .filter(([id, item]) => JSON.stringify(known[id]) !== JSON.stringify(item));
  return { ...known, ...Object.fromEntries(added) };
}
