import type { Curation, CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import type { Placement } from './moves.ts';

export interface CurationDraft extends Placement, Pick<Curation, 'is_active' | 'valid_from' | 'valid_to'> {
  readonly name: string;
  /** Whether somebody typed a name; until then the name is the first query. */
  readonly isNamed: boolean;
  /** At least one, which may be empty. */
  readonly queries: readonly CurationQuery[];
}

/** A curation that nobody has saved yet. */
export const newDraft = (query = ''): CurationDraft => ({
  name: '',
  isNamed: false,
  queries: [{ query, match: 'is' }],
  promoted: [],
  hidden: [],
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
  hidden: asItems(draft.hidden),
  is_active: draft.is_active,
  valid_from: draft.valid_from,
  valid_to: draft.valid_to,
});

export const isSameDraft = (a: CurationDraft, b: CurationDraft): boolean =>
  JSON.stringify(sentOf(a)) === JSON.stringify(sentOf(b));

/** Whether it would do nothing. */
export const isEmpty = ({ promoted, hidden }: Placement): boolean => promoted.length === 0 && hidden.length === 0;
