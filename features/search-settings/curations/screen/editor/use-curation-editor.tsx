import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { linkTo } from '#ui/state/address.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { editorPath } from './paths.ts';
import { type Curation, curations } from '#features/search-settings/curations/curations.contract.ts';
import { useTellSaved } from '#features/search-settings/curations/screen/saved-toast.panel.tsx';
import { type CurationDraft, draftOf, isSameDraft, newDraft, sentOf } from './draft.ts';
import { itemOf, type KnownItem, type KnownItems, told, withKnown } from './known-items.tsx';
import { type Move, moved } from './moves.ts';

export interface CurationEditor {
  readonly collectionId: number;
  /** null until it is saved for the first time. */
  readonly saved: Curation | null;
  readonly draft: CurationDraft;
  readonly change: (fields: Partial<CurationDraft>) => void;
  readonly move: (move: Move) => void;
  readonly itemOf: (id: string) => KnownItem;
  readonly learn: (items: KnownItems) => void;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Why it wasn't saved. */
  readonly refusal: CallError | null;
  readonly save: () => void;
  /** Like `save`, but overwrites a version that somebody else saved; null saves a new curation. */
  readonly saveInstead: (of: Curation | null) => void;
  readonly load: (theirs: Curation) => void;
  readonly discard: () => void;
}

/** A curation while it is edited; `opened` is null for a new one. */
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
  const [known, setKnown] = useState<KnownItems>(opened ? itemsIn(opened) : {});
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);

  const load = (theirs: Curation) => {
    setRefusal(null);
    setSaved(theirs);
    setDraft(draftOf(theirs));
    setKnown((last) => withKnown(last, itemsIn(theirs)));
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
      // Who regenerates at once has checked what waits now.
      void refresh(client, [curations.list, readWaiting]).then(() => tellSaved(stored));
      if (stored.id !== saved?.id) void navigate({ ...linkTo(editorPath, { id: stored.id, c: collectionId }), replace: true });
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
    move: (move) => setDraft((last) => ({ ...last, ...moved(last, move) })),
    itemOf: (id) => itemOf(known, id),
    learn: (items) => setKnown((last) => withKnown(last, items)),
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

const itemsIn = ({ promoted, hidden }: Curation): KnownItems => told([...promoted, ...hidden]);
