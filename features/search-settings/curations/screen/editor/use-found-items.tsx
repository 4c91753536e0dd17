import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { maximumPageSize } from '#contract/page.ts';
import { call } from '#ui/calls/api.ts';
import { previewCuration } from '#features/search-settings/curations/curations.contract.ts';
import { type CurationDraft, type Placement, sentOf } from './draft.ts';
import type { CurationEditor } from './use-curation-editor.tsx';

const debounceMs = 250;
const pageItems = 20;

export interface FoundItems {
  readonly ids: readonly string[];
  readonly count: number | undefined;
  readonly leftCount: number;
  /** Where customers see an item, from 1. */
  readonly placeOf: (id: string) => number | undefined;
  readonly variantsOf: (id: string) => number;
  readonly preview: { readonly redirect: string | null; readonly isActing: boolean } | undefined;
  readonly isOther: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly showMore: () => void;
}

export function useFoundItems(editor: CurationEditor, q: string): FoundItems {
  const { collectionId: c, saved, draft, learn } = editor;
  const [{ pages, of }, setPages] = useState({ pages: 1, of: q });
  const shownPages = of === q ? pages : 1;
  const shownCount = shownPages * pageItems;
  const asking = JSON.stringify({ q: q.trim(), c, wanted: shownCount, curation: previewed(draft, saved?.id) });
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
  const placed = data && { promoted: stays(data.asked.promoted), hidden: stays(data.asked.hidden) };
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
  const seen = data?.isActing === false ? data.items.map(({ id }) => id) : [...stays(draft.promoted), ...found];
  const places = new Map(seen.map((id, at) => [id, at + 1]));
  return {
    ids,
    count: isOther ? undefined : now?.count,
    leftCount: Math.max(0, (now?.count ?? 0) - ids.length),
    placeOf: (id) => places.get(id),
    variantsOf: (id) => counts[id] ?? editor.itemOf(id).variantCount,
    preview: isKnown ? data : undefined,
    isOther,
    isFetching: isFetching || asking !== settled,
    error,
    retry: () => void refetch(),
    showMore: () => setPages({ pages: shownPages + 1, of: q }),
  };
}

interface Asking {
  readonly q: string;
  readonly c: number;
  readonly wanted: number;
  readonly curation: ReturnType<typeof previewed>;
}

/** A curation that is off is previewed as if it were on. */
function previewed(draft: CurationDraft, id: number | undefined) {
  const { queries, promoted, hidden } = sentOf(draft);
  const typed = queries.filter(({ query: text }) => text.trim() !== '');
  return { queries: typed, promoted, hidden, is_active: true, ...(id !== undefined && { id }) };
}

async function find({ q, c, wanted, curation }: Asking, signal: AbortSignal) {
  const end = curation.promoted.length + wanted;
  const per_page = Math.min(end, maximumPageSize);
  const pages = Array.from({ length: Math.ceil(end / per_page) }, (_, at) => ({ page: at + 1, per_page }));
  const [first, ...others] = await Promise.all(
    pages.map((page) => call(previewCuration, { c, q, ...page, curation }, { signal })),
  );
  const { total_count, redirect, is_acting: isActing, variant_counts: variantCounts } = first!;
  const idsOf = (placed: readonly { readonly id: string }[]) => (isActing ? placed.map(({ id }) => id) : []);
  const asked = { promoted: idsOf(curation.promoted), hidden: idsOf(curation.hidden) };
  const items = [first!, ...others].flatMap((one) => one.items);
  return { q, items, totalCount: total_count, asked, redirect, isActing, variantCounts };
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
