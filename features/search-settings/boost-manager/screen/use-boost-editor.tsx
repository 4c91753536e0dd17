import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '#contract/errors.ts';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { query, refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved, useUnsaved } from '#ui/state/unsaved.ts';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';
import {
  type Boost,
  type Boosts,
  discardBoosts,
  previewBoosts,
  readBoosts,
  saveBoosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

/** A boost that isn't saved yet has a negative id. */
export interface EditedBoosts {
  readonly boosts: readonly Boost[];
  readonly overrides_relevance: boolean;
}

export const sentBoosts = ({ boosts, overrides_relevance }: EditedBoosts) => ({
  boosts: boosts.map(({ id, updated_at: _at, updated_by: _by, ...boost }) => (id < 0 ? boost : { ...boost, id })),
  overrides_relevance,
});

const said = (edited: EditedBoosts): string => JSON.stringify(sentBoosts(edited));
const saidOf = (boost: Boost): string => JSON.stringify(sentBoosts({ boosts: [boost], overrides_relevance: false }).boosts);

function changesOf(before: EditedBoosts, now: EditedBoosts): number {
  const known = new Map(before.boosts.map((boost) => [boost.id, saidOf(boost)]));
  const kept = now.boosts.filter((boost) => known.get(boost.id) === saidOf(boost)).length;
  const gone = before.boosts.filter(({ id }) => now.boosts.every((boost) => boost.id !== id)).length;
  return now.boosts.length - kept + gone + Number(before.overrides_relevance !== now.overrides_relevance);
}

export function useBoostEditor(data: Boosts) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<EditedBoosts | null>(null);
  const [began, setBegan] = useState(data);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const from = edited === null ? data : began;
  const now: EditedBoosts = edited ?? data;
  const isDirty = edited !== null && said(edited) !== said(began);
  useUnsaved(isDirty, 'page');

  const edit = (change: (before: EditedBoosts) => EditedBoosts) => {
    if (edited === null) setBegan(data);
    setFailure(null);
    setEdited(change(now));
  };
  const taken = async (answer: Boosts) => {
    client.setQueryData(query(readBoosts, { c: data.collection_id }).queryKey, answer);
    setEdited(null);
    setFailure(null);
    forgetUnsaved('page');
    await refresh(client, [readWaiting, previewBoosts]);
  };
  const attempt = async (work: () => Promise<Boosts>): Promise<boolean> => {
    setSaving(true);
    try {
      await taken(await work());
      return true;
    } catch (error) {
      setFailure(asCallError(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const save = (publish: boolean, isReplacing = false) =>
    attempt(() =>
      call(saveBoosts, {
        ...sentBoosts(now),
        collection_id: data.collection_id,
        publish,
        ...(!isReplacing && { updated_at: from.updated_at }),
      }),
    );
  return {
    now,
    saved: from,
    isDirty,
    changeCount: changesOf(from, now),
    isSaving,
    failure,
    isUnsaved: (boost: Boost) => from.boosts.every((one) => saidOf(one) !== saidOf(boost)),
    isLive: (boost: Boost) => data.live.boosts.some((one) => saidOf(one) === saidOf(boost)),
    put(boost: Boost) {
      edit(({ boosts, ...rest }) => ({
        ...rest,
        boosts: (boosts.some(({ id }) => id === boost.id)
          ? boosts.map((one) => (one.id === boost.id ? boost : one))
          : [...boosts, boost]
        ).toSorted((one, other) => one.field.localeCompare(other.field)),
      }));
    },
    nextId: Math.min(0, ...now.boosts.map(({ id }) => id)) - 1,
    remove: (id: number) => edit(({ boosts, ...rest }) => ({ ...rest, boosts: boosts.filter((one) => one.id !== id) })),
    override: (isOverriding: boolean) => edit((before) => ({ ...before, overrides_relevance: isOverriding })),
    save,
    reload() {
      this.discard();
      void client.invalidateQueries({ queryKey: query(readBoosts, { c: data.collection_id }).queryKey });
    },
    discard() {
      setEdited(null);
      setFailure(null);
      forgetUnsaved('page');
    },
    discardDraft: () => attempt(() => call(discardBoosts, { collection_id: data.collection_id })),
  };
}

export type BoostEditor = ReturnType<typeof useBoostEditor>;

/** What the last save refused, by boost. */
export function problemsByBoost({ now, failure }: BoostEditor): ReadonlyMap<number, Problem> {
  const found = (failure?.problems ?? []).flatMap((problem): [number, Problem][] => {
    const [list, place, field = ''] = problem.field.split('.');
    const boost = list === 'boosts' ? now.boosts[Number(place)] : undefined;
    return boost ? [[boost.id, { ...problem, field }]] : [];
  });
  return new Map(found);
}
