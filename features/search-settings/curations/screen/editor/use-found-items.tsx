import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { call } from '#ui/calls/api.ts';
import { type CurationPreview, previewCuration } from '#features/search-settings/curations/curations.contract.ts';
import { type CurationDraft, sentOf } from './draft.ts';
import { foundNow, pagesOf } from './found-now.ts';
import { told } from './known-items.tsx';
import type { CurationEditor } from './use-curation-editor.tsx';

const settleMs = 250;

export interface Preview {
  readonly q: string;
  readonly redirect: string | null;
  readonly isActing: boolean;
  readonly takenBy: CurationPreview['taken_by'];
}

export interface FoundItems {
  readonly ids: readonly string[];
  /** Undefined while it is unknown. */
  readonly count: number | undefined;
  /** The place at which customers see an item, from 1; undefined if they don't see it, or if that isn't known. */
  readonly placeOf: (id: string) => number | undefined;
  /** Other facts about the query; undefined before the first answer. */
  readonly preview: Preview | undefined;
  /** Whether the shown items are of the previous query. */
  readonly isOther: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What the query finds with the edited curation, besides promoted items. Moves show at once, before the answer comes. */
export function useFoundItems(editor: CurationEditor, q: string, wanted: number): FoundItems {
  const { collectionId, saved, draft, learn } = editor;
  const asking = JSON.stringify({ q: q.trim(), c: collectionId, wanted, curation: asked(draft, saved?.id) });
  const [settled] = useDebouncedValue(asking, settleMs);
  const input = JSON.parse(settled) as Asking;
  const isGone = (id: string): boolean => editor.itemOf(id).isGone;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [previewCuration.path, settled],
    queryFn: ({ signal }) => find(input, input.curation.promoted.filter(({ id }) => !isGone(id)).length, signal),
    enabled: input.q !== '',
    placeholderData: keepPreviousData,
  });
  const items = data?.items;
  useLayoutEffect(() => {
    if (items) learn(told(items));
    // A layout effect, so that items never show without their names. What is learnt doesn't change the request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items]);

  const isOther = data !== undefined && data.preview.q !== q.trim();
  // Items that are gone are never found, before or after they are removed.
  const stays = (ids: readonly string[]) => ids.filter((id) => !isGone(id));
  const placed = data && { promoted: stays(data.asked.promoted), hidden: stays(data.asked.hidden) };
  const now = data && placed && q.trim() !== '' ? foundNow({ ...data, asked: placed }, draft) : undefined;
  const ids = now?.ids ?? [];
  // If the curation doesn't act, customers see the found items in their own order.
  const seen = data?.preview.isActing === false ? data.ids : [...stays(draft.promoted), ...ids];
  const places = new Map(seen.map((id, at) => [id, at + 1]));
  return {
    ids,
    count: isOther ? undefined : now?.count,
    placeOf: (id) => places.get(id),
    preview: now && data?.preview,
    isOther,
    isFetching: isFetching || asking !== settled || isPlaceholderData,
    error,
    retry: () => void refetch(),
  };
}

interface Asking {
  readonly q: string;
  readonly c: number;
  readonly wanted: number;
  readonly curation: ReturnType<typeof asked>;
}

/** A curation that is off is previewed as if it were on. */
function asked(draft: CurationDraft, id: number | undefined) {
  const { queries, promoted, hidden } = sentOf(draft);
  const typed = queries.filter(({ query: text }) => text.trim() !== '');
  return { queries: typed, promoted, hidden, is_active: true, ...(id !== undefined && { id }) };
}

async function find({ q, c, wanted, curation }: Asking, promotedCount: number, signal: AbortSignal) {
  const ask = (before: number) =>
    Promise.all(pagesOf(before, wanted).map((page) => call(previewCuration, { c, q, ...page, curation }, { signal })));
  const tried = await ask(promotedCount);
  // If the curation doesn't act, no promoted items come first.
  const answers = tried[0]!.is_acting || pagesOf(promotedCount, 0)[0]!.page === 1 ? tried : await ask(0);
  const { total_count: total, redirect, is_acting: isActing, taken_by: takenBy } = answers[0]!;
  const idsOf = (placed: readonly { readonly id: string }[]) => (isActing ? placed.map(({ id }) => id) : []);
  const asked = { promoted: idsOf(curation.promoted), hidden: idsOf(curation.hidden) };
  const items = answers.flatMap((answer) => answer.items);
  return {
    items,
    ids: items.map(({ id }) => id).filter((id) => !asked.promoted.includes(id)),
    totalCount: isActing ? Math.max(0, total - promotedCount) : total,
    asked,
    preview: { q, redirect, isActing, takenBy },
  };
}
