import { pathSeparator } from '#contract/item.ts';
import { promotedAt, type PromotedPlaces } from '#contract/values/promoted-places.ts';
import type { Curation, CurationQuery } from '#features/search-settings/curations/curations.contract.ts';

/** An item in neither list is found by the search, or not. */
export interface Placement {
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

export const columnNames = ['promoted', 'found', 'hidden'] as const;
export type ColumnName = (typeof columnNames)[number];

export const columnOf = ({ promoted, hidden }: Placement, id: string): ColumnName =>
  promoted.includes(id) ? 'promoted' : hidden.includes(id) ? 'hidden' : 'found';

/** Moves an item, among the promoted before the one at index `at`. */
export function moved({ promoted, hidden }: Placement, id: string, to: ColumnName, at = promoted.length): Placement {
  const stays = (one: string): boolean => one !== id;
  const [before, after] = [promoted.slice(0, at).filter(stays), promoted.slice(at).filter(stays)];
  const others = hidden.filter(stays);
  return {
    promoted: to === 'promoted' ? [...before, id, ...after] : [...before, ...after],
    hidden: to === 'hidden' ? [...others, id] : others,
  };
}

export const hiddenAs = (draft: CurationDraft, id: string, isVariantOnly: boolean): CurationDraft =>
  withVariants({ ...draft, ...moved(draft, id, 'hidden') }, id, isVariantOnly);

export function unpinned(draft: CurationDraft, id: string): CurationDraft {
  const { [id]: _, ...places } = draft.places;
  return { ...draft, places };
}

/** Promoted items are listed as customers see them, pinned ones at their places. */
export function inShownOrder(draft: CurationDraft): CurationDraft {
  const shown = [...promotedAt(draft.promoted, draft.places)].toSorted(([one], [other]) => one - other);
  return { ...draft, promoted: shown.map(([, id]) => id) };
}

/** Promotes it, too. null puts it back into the order. */
export function pinnedTo(draft: CurationDraft, id: string, place: number | null): CurationDraft {
  const placement = draft.promoted.includes(id) ? {} : moved(draft, id, 'promoted');
  const next = { ...unpinned(draft, id), ...placement };
  return inShownOrder(place === null ? next : { ...next, places: { ...next.places, [id]: place } });
}

/** A promoted or hidden item with all its variants, or alone. */
export function withVariants(draft: CurationDraft, id: string, isVariantOnly: boolean): CurationDraft {
  const others = draft.variantsOnly.filter((one) => one !== id);
  return { ...draft, variantsOnly: isVariantOnly ? [...others, id] : others };
}

export interface CurationDraft extends Placement, Pick<Curation, 'is_active' | 'valid_from' | 'valid_to'> {
  readonly name: string;
  /** Until somebody types a name it is the first query. */
  readonly isNamed: boolean;
  /** At least one, which may be empty. */
  readonly queries: readonly CurationQuery[];
  /** A path, or empty until one is chosen; null for queries. */
  readonly category: string | null;
  /** Promoted and hidden ids that apply to one variant only. */
  readonly variantsOnly: readonly string[];
  readonly places: PromotedPlaces;
}

export const newDraft = (query = '', category: string | null = null): CurationDraft => ({
  name: '',
  isNamed: false,
  queries: [{ query, match: 'is' }],
  promoted: [],
  hidden: [],
  category,
  variantsOnly: [],
  places: {},
  is_active: true,
  valid_from: null,
  valid_to: null,
});

export const draftOf = ({
  name,
  queries,
  category,
  promoted,
  hidden,
  is_active,
  valid_from,
  valid_to,
}: Curation): CurationDraft =>
  inShownOrder({
    name,
    isNamed: true,
    queries: queries.length === 0 ? newDraft().queries : queries,
    category: category ?? null,
    promoted: promoted.map(({ id }) => id),
    hidden: hidden.map(({ id }) => id),
    variantsOnly: [...promoted, ...hidden].filter((item) => item.is_variant_only).map(({ id }) => id),
    places: Object.fromEntries(promoted.flatMap(({ id, position }) => (position === undefined ? [] : [[id, position]]))),
    is_active,
    valid_from,
    valid_to,
  });

export const nameOf = ({ isNamed, name, queries, category }: CurationDraft): string => {
  if (isNamed) return name;
  return category === null ? (queries[0]?.query ?? '') : (category.split(pathSeparator).at(-1) ?? '');
};

export function sentOf(draft: CurationDraft) {
  const itemOf = (id: string) => ({ id, ...(draft.variantsOnly.includes(id) && { is_variant_only: true }) });
  return {
    name: nameOf(draft),
    queries: draft.category === null ? draft.queries.map(({ query, match }) => ({ query, match })) : [],
    ...(draft.category !== null && { category: draft.category }),
    promoted: draft.promoted.map((id) => ({
      ...itemOf(id),
      ...(draft.places[id] !== undefined && { position: draft.places[id] }),
    })),
    hidden: draft.hidden.map(itemOf),
    is_active: draft.is_active,
    valid_from: draft.valid_from,
    valid_to: draft.valid_to,
  };
}
