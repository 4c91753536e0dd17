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

export function hiddenAs(draft: CurationDraft, id: string, isVariantOnly: boolean): CurationDraft {
  const others = draft.variantsOnly.filter((one) => one !== id);
  return { ...draft, ...moved(draft, id, 'hidden'), variantsOnly: isVariantOnly ? [...others, id] : others };
}

export interface CurationDraft extends Placement, Pick<Curation, 'is_active' | 'valid_from' | 'valid_to'> {
  readonly name: string;
  /** Until somebody types a name it is the first query. */
  readonly isNamed: boolean;
  /** At least one, which may be empty. */
  readonly queries: readonly CurationQuery[];
  /** Ids in `hidden` whose other variants are shown. */
  readonly variantsOnly: readonly string[];
}

export const newDraft = (query = ''): CurationDraft => ({
  name: '',
  isNamed: false,
  queries: [{ query, match: 'is' }],
  promoted: [],
  hidden: [],
  variantsOnly: [],
  is_active: true,
  valid_from: null,
  valid_to: null,
});

export const draftOf = ({ name, queries, promoted, hidden, is_active, valid_from, valid_to }: Curation): CurationDraft => ({
  name,
  isNamed: true,
  queries,
  promoted: promoted.map(({ id }) => id),
  hidden: hidden.map(({ id }) => id),
  variantsOnly: hidden.filter((item) => item.is_variant_only).map(({ id }) => id),
  is_active,
  valid_from,
  valid_to,
});

export const nameOf = ({ isNamed, name, queries }: CurationDraft): string => (isNamed ? name : (queries[0]?.query ?? ''));

const asItems = (ids: readonly string[]) => ids.map((id) => ({ id }));

export const sentOf = (draft: CurationDraft) => ({
  name: nameOf(draft),
  queries: draft.queries.map(({ query, match }) => ({ query, match })),
  promoted: asItems(draft.promoted),
  hidden: draft.hidden.map((id) => ({ id, ...(draft.variantsOnly.includes(id) && { is_variant_only: true }) })),
  is_active: draft.is_active,
  valid_from: draft.valid_from,
  valid_to: draft.valid_to,
});
