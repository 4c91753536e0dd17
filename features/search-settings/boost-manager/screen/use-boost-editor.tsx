import type { Problem } from '#contract/errors.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { useDraft } from '#ui/form/use-draft.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import {
  type Boost,
  type Boosts,
  discardBoosts,
  previewBoosts,
  readBoosts,
  saveBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

interface BoostsDraft {
  /** By id, which is negative for a boost that isn't saved yet. */
  readonly boosts: Readonly<Record<string, Boost>>;
  readonly overrides_relevance: boolean;
}

const draftOf = ({ boosts, overrides_relevance }: Pick<Boosts, 'boosts' | 'overrides_relevance'>): BoostsDraft => ({
  boosts: Object.fromEntries(boosts.map(({ updated_at: _at, updated_by: _by, ...boost }) => [boost.id, boost])),
  overrides_relevance,
});

const listed = ({ boosts }: BoostsDraft): Boost[] =>
  Object.values(boosts).toSorted((one, other) => one.field.localeCompare(other.field));

const sentOf = (draft: BoostsDraft) => ({
  boosts: listed(draft).map(({ id, ...boost }) => (id < 0 ? boost : { ...boost, id })),
  overrides_relevance: draft.overrides_relevance,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useBoostEditor(data: Boosts) {
  const { collection_id } = data;
  const editor = useDraft({
    saved: data,
    query: query(readBoosts, { c: collection_id }),
    draftOf,
    send: (draft: BoostsDraft, over) => call(saveBoosts, { ...sentOf(draft), collection_id, updated_at: over.updated_at }),
    refreshes: [readWaiting, previewBoosts],
  });
  const { draft, edit } = editor;
  const [saved, live] = [draftOf(data), draftOf(data.live)];
  const changed = Object.keys({ ...saved.boosts, ...draft.boosts }).filter((id) => !isSame(saved.boosts[id], draft.boosts[id]));
  const boosts = listed(draft);
  const put = (boost: Boost) => edit((last) => ({ ...last, boosts: { ...last.boosts, [boost.id]: boost } }));
  return {
    ...editor,
    boosts,
    sent: sentOf(draft),
    /** With a boost that is still being edited. */
    sentWith: (boost: Boost | null) =>
      sentOf(boost === null ? draft : { ...draft, boosts: { ...draft.boosts, [boost.id]: boost } }),
    changeCount: changed.length + Number(saved.overrides_relevance !== draft.overrides_relevance),
    isUnsaved: (boost: Boost) => !isSame(saved.boosts[boost.id], boost),
    isLive: (boost: Boost) => isSame(live.boosts[boost.id], boost),
    put,
    nextId: Math.min(0, ...boosts.map(({ id }) => id)) - 1,
    /** Returns how to undo it. */
    remove(boost: Boost) {
      edit((last) => ({
        ...last,
        boosts: Object.fromEntries(Object.entries(last.boosts).filter(([key]) => key !== String(boost.id))),
      }));
      return () => put(boost);
    },
    override: (overrides_relevance: boolean) => edit({ overrides_relevance }),
    discardDraft: () => editor.replace(() => call(discardBoosts, { collection_id })),
  };
}

export type BoostEditor = ReturnType<typeof useBoostEditor>;

export function problemsByBoost({ boosts, failure }: BoostEditor): ReadonlyMap<number, Problem> {
  const found = (failure?.problems ?? []).flatMap((problem): [number, Problem][] => {
    const [list, place, field = ''] = problem.field.split('.');
    const boost = list === 'boosts' ? boosts[Number(place)] : undefined;
    return boost ? [[boost.id, { ...problem, field }]] : [];
  });
  return new Map(found);
}
