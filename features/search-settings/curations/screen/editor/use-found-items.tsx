import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { promotedAt } from '#contract/values/promoted-places.ts';
import { maximumPageSize } from '#contract/page.ts';
import { call } from '#ui/calls/api.ts';
import { resultsText } from '#ui/text/format.ts';
import { previewCuration } from '#features/search-settings/curations/curations.contract.ts';
import { type CurationDraft, type Placement, sentOf } from './draft.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

export const debounceMs = 250;
const pageItems = 20;

export interface FoundItems {
  readonly ids: readonly string[];
  readonly count: number | undefined;
  readonly leftCount: number;
  /** Where customers see an item, from 1. */
  readonly placeOf: (id: string) => number | undefined;
  readonly variantsOf: (id: string) => number;
  readonly preview: { readonly redirect: string | null; readonly isActing: boolean } | undefined;
  /** Counts promoted items, too; undefined if no result lacks a word. */
  readonly allWords: string | undefined;
  readonly isOther: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly showMore: () => void;
}

/** Finds the items of the query, or of the curation's category. */
export function useFoundItems(editor: CurationEditor, typed: string): FoundItems {
  const { collectionId: c, saved, draft, learn } = editor;
  const { category } = draft;
  const q = category ?? typed;
  const [{ pages, of }, setPages] = useState({ pages: 1, of: q });
  const shownPages = of === q ? pages : 1;
  const shownCount = shownPages * pageItems;
  const asking = JSON.stringify({
    q: q.trim(),
    isCategory: category !== null,
    c,
    wanted: shownCount,
    curation: previewed(draft, saved?.id),
  });
  const [settled] = useDebouncedValue(asking, debounceMs);
  const input = JSON.parse(settled) as Asking;
  const isGone = (id: string): boolean => editor.itemOf(id).isGone;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [previewCuration.path, settled],
    queryFn: ({ signal }) => find(input, signal),
    enabled: input.q !== '',
    placeholderData: keepPreviousData,
  });
  const items = data?.items;
  // A layout effect, so that items never show without their names.
  useLayoutEffect(() => {
    if (items) learn(items);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [items]);

  const isOther = data !== undefined && data.q !== q.trim();
  const stays = (ids: readonly string[]) => ids.filter((id) => !isGone(id));
  const isKnown = data !== undefined && q.trim() !== '';
  const isShown = (id: string): boolean => items?.some((item) => item.id === id) === true || draft.places[id] !== undefined;
  const placed = data && { promoted: stays(data.asked.promoted).filter(isShown), hidden: stays(data.asked.hidden) };
  const now =
    isKnown && placed
      ? foundNow(
          data.items.map(({ id }) => id),
          data.totalCount,
          placed,
          draft,
        )
      : undefined;
  const found = now?.ids ?? [];
  const counts = data?.variantCounts ?? {};
  const ids = found.slice(0, shownCount);
  const waits = (id: string): boolean => data?.asked.promoted.includes(id) !== true;
  const promoted = stays(draft.promoted).filter((id) => waits(id) || isShown(id));
  const places =
    data?.isActing === false
      ? placesOf(
          new Map(),
          data.items.map(({ id }) => id),
        )
      : placesOf(promotedAt(promoted, draft.places, (now?.count ?? Infinity) + promoted.length), found);
  return {
    ids,
    count: isOther ? undefined : now?.count,
    leftCount: Math.max(0, (now?.count ?? 0) - ids.length),
    placeOf: (id) => places.get(id),
    variantsOf: (id) => counts[id] ?? editor.itemOf(id).variantCount,
    preview: isKnown ? data : undefined,
    allWords: isKnown && !isOther ? data.allWords : undefined,
    isOther,
    isFetching: isFetching || asking !== settled,
    error,
    retry: () => void refetch(),
    showMore: () => setPages({ pages: shownPages + 1, of: q }),
  };
}

interface Asking {
  /** A category where `isCategory`. */
  readonly q: string;
  readonly isCategory: boolean;
  readonly c: number;
  readonly wanted: number;
  readonly curation: ReturnType<typeof previewed>;
}

/** A curation that is off is previewed as if it were on. */
function previewed(draft: CurationDraft, id: number | undefined) {
  const { queries, promoted, hidden, category } = sentOf(draft);
  const typed = queries.filter(({ query: text }) => text.trim() !== '');
  return {
    queries: typed,
    ...(category !== undefined && { category }),
    promoted,
    hidden,
    is_active: true,
    ...(id !== undefined && { id }),
  };
}

async function find({ q, isCategory, c, wanted, curation }: Asking, signal: AbortSignal) {
  const end = curation.promoted.length + wanted;
  const per_page = Math.min(end, maximumPageSize);
  const pages = Array.from({ length: Math.ceil(end / per_page) }, (_, at) => ({ page: at + 1, per_page }));
  const [first, ...others] = await Promise.all(
    pages.map((page) =>
      call(previewCuration, { c, q: isCategory ? '' : q, category: isCategory ? q : '', ...page, curation }, { signal }),
    ),
  );
  const { redirect, is_acting: isActing, variant_counts: variantCounts } = first!;
  const idsOf = (placed: readonly { readonly id: string }[]) => (isActing ? placed.map(({ id }) => id) : []);
  const counted = [first!, ...others].find(({ all_words_count: exact }) => exact !== undefined);
  const allWords = counted && resultsText(counted);
  const asked = { promoted: idsOf(curation.promoted), hidden: idsOf(curation.hidden) };
  const items = [first!, ...others].flatMap((one) => one.items);
  return { q, items, totalCount: first!.total_count, allWords, asked, redirect, isActing, variantCounts };
}

/** From 1. */
function placesOf(promoted: ReadonlyMap<number, string>, found: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map([...promoted].map(([at, id]) => [id, at + 1]));
  let at = 0;
  for (const id of found) {
    while (promoted.has(at)) at += 1;
    places.set(id, (at += 1));
  }
  return places;
}

/** Until the search responds, items taken out of other columns come first, as their place isn't known. */
export function foundNow(
  ids: readonly string[],
  totalCount: number,
  asked: Placement,
  now: Placement,
): { readonly ids: readonly string[]; readonly count: number } {
  const isElsewhere = (id: string): boolean => now.promoted.includes(id) || now.hidden.includes(id);
  const organic = ids.filter((id) => !asked.promoted.includes(id));
  const returned = [...asked.promoted, ...asked.hidden].filter((id) => !isElsewhere(id));
  const staying = organic.filter((id) => !isElsewhere(id) && !returned.includes(id));
  const leaving = organic.filter(isElsewhere).length;
  const total = totalCount - asked.promoted.length - leaving;
  return { ids: [...returned, ...staying], count: Math.max(0, total) + returned.length };
}
