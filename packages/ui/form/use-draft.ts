import { type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { asCallError, type CallError } from '#ui/calls/api.ts';
import { refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';

interface DraftOptions<Saved, Draft extends object, Beside> {
  /** The newest answer of `query`. */
  readonly saved: Saved;
  /** Its cached answer is replaced by the saved one; a conflict refetches it. */
  readonly query: Pick<UseQueryOptions<Saved, CallError>, 'queryKey' | 'queryFn'>;
  /** The editable part as plain JSON. Key rows by id, `{ [id]: row }`, so that edits of different rows merge. */
  readonly draftOf: (saved: Saved) => Draft;
  /** Saves the draft in place of `over`, whose `updated_at` it sends, with what `save` got beside it. Throws what the server refuses. */
  readonly send: (draft: Draft, over: Saved, beside: Beside | undefined) => Promise<Saved>;
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[];
}

/**
 * A page that is edited as a whole and saved by `SaveBar`. Edits lie on top of the newest saved version; saving over a version that the
 * person hasn't seen fails with `changedMeanwhile`, which `RefusedSave` shows as `DraftConflict`.
 *
 *     const editor = useDraft({ saved: data, query: query(readBoosts, { c }), draftOf, send: (draft, { updated_at }) => call(saveBoosts, …) });
 *     editor.edit({ weight: 2 }); editor.discard(); if (await editor.save()) toast(…);
 */
export function useDraft<Saved, Draft extends object, Beside = never>(options: DraftOptions<Saved, Draft, Beside>) {
  const { saved, query, draftOf, send, refreshes = [] } = options;
  const client = useQueryClient();
  const [edited, setEdited] = useState<{ readonly from: Saved; readonly draft: Draft } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const isSending = useRef(false);
  const began = edited?.from ?? saved;
  const before = draftOf(saved);
  const draft = edited === null ? before : merged(draftOf(edited.from), before, edited.draft);

  const close = () => {
    setEdited(null);
    setFailure(null);
    forgetUnsaved('page');
  };
  /** Runs a call that returns the new saved version, and drops the edits. Resolves to null if it failed. */
  const replace = async (work: () => Promise<Saved>): Promise<Saved | null> => {
    if (isSending.current) return null;
    isSending.current = true;
    setSaving(true);
    try {
      const answer = await work();
      client.setQueryData(query.queryKey, answer);
      close();
      await refresh(client, refreshes);
      return answer;
    } catch (error) {
      setFailure(asCallError(error));
      return null;
    } finally {
      isSending.current = false;
      setSaving(false);
    }
  };
  return {
    query,
    saved,
    began,
    draft,
    isDirty: !isSame(draft, before),
    isSaving,
    failure,
    edit(change: Partial<Draft> | ((draft: Draft) => Draft)) {
      setFailure(null);
      setEdited((last) => {
        const from = last?.from ?? saved;
        const base = draftOf(from);
        const now = last === null ? before : merged(base, before, last.draft);
        const next = typeof change === 'function' ? change(now) : { ...now, ...change };
        return { from, draft: merged(before, base, next) };
      });
    },
    discard: close,
    /** Resolves to null if it failed. Pass a newer version to put the edits on top of it. */
    save: (over: Saved = began, beside?: Beside) =>
      replace(() => send(over === began ? draft : merged(draftOf(began), draftOf(over), draft), over, beside)),
    /** Undoes the save that this draft was sent with, and that brought `after`. */
    restore: (after: Saved) => replace(() => send(before, after, undefined)),
    replace,
    /** Leaf values that changed since the edits began. */
    differences: (theirs: Saved) => differences(draftOf(began), draftOf(theirs), draft),
  };
}

export interface Difference {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const namesOf = (...all: readonly Fields[]) => new Set(all.flatMap((fields) => Object.keys(fields)));

/** Three-way merge of plain objects: a value changed in `mine` wins. Arrays are values. */
export function merged<Value>(base: Value, theirs: Value, mine: Value): Value {
  if (!isFields(base) || !isFields(theirs) || !isFields(mine)) return isSame(base, mine) ? theirs : mine;
  const fields = [...namesOf(theirs, mine)].map((name) => [name, merged(base[name], theirs[name], mine[name])] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Value;
}

function differences(before: unknown, theirs: unknown, mine: unknown, path: readonly string[] = []): Difference[] {
  if (isFields(before) && isFields(theirs) && isFields(mine))
    return [...namesOf(before, theirs, mine)].flatMap((name) =>
      differences(before[name], theirs[name], mine[name], [...path, name]),
    );
  const isSettled = isSame(before, theirs) && (isSame(mine, before) || isSame(mine, theirs));
  return isSettled ? [] : [{ path, before, theirs, mine }];
}
