import type { LossReason } from '#features/search-settings/rule-import/lost-texts.contract.ts';
import type { RuleService } from '#features/search-settings/rule-import/rule-import.contract.ts';

/** When a rule acts, in epoch milliseconds; always where nothing is said. */
export interface Validity {
  readonly valid_from?: number;
  readonly valid_to?: number;
}

interface Switched extends Validity {
  readonly is_active: boolean;
}

export interface ForeignSynonym extends Switched {
  readonly kind: 'synonyms';
  readonly term: string;
  readonly synonym_type_id: 1 | 2 | 3;
  readonly synonyms: readonly string[];
}
export interface ForeignFixit extends Switched {
  readonly kind: 'fixits';
  readonly term: string;
  readonly is_regexp: boolean;
  readonly catalog_term: string;
}
export interface ForeignStopword {
  readonly kind: 'stopwords';
  readonly value: string;
  readonly name: string;
}
export interface ForeignQuery {
  readonly query: string;
  readonly match: 'is' | 'contains';
}
export interface ForeignCuration extends Switched {
  readonly kind: 'curations';
  readonly name: string;
  readonly queries: readonly ForeignQuery[];
  readonly promoted: readonly { readonly id: string }[];
  readonly hidden: readonly { readonly id: string }[];
}

/** A row that an entry of another service becomes here. What a kind allows is decided when it is imported, as for any file. */
export type ForeignRow = ForeignSynonym | ForeignFixit | ForeignStopword | ForeignCuration;

export interface Loss {
  readonly reason: LossReason;
  readonly what: string;
  /** Where it stands, if below the line of its entry. */
  readonly line?: number;
}

/** Where an entry stands: its line from 1 where lines mean something, its own name otherwise. */
export interface Place {
  /** The name of its file, where there are several. */
  readonly file: string | null;
  readonly line: number | null;
  readonly entry: string | null;
}

export interface Taken {
  readonly rows: readonly ForeignRow[];
  readonly losses: readonly Loss[];
}
export interface TakenEntry extends Taken, Omit<Place, 'file'> {
  readonly file?: string | null;
}

export interface PlacedRow<Row extends ForeignRow = ForeignRow> {
  readonly place: Place;
  readonly row: Row;
}
export interface PlacedLoss extends Loss {
  readonly place: Place;
}

/** Which page of a longer list of one kind an answer of an API is, from 1. */
export interface ListPage {
  /** What tells its list from others: what its entries have. */
  readonly list: string;
  readonly page: number;
  readonly total: number;
}

export interface ForeignFile {
  readonly services: readonly RuleService[];
  readonly pages: readonly ListPage[];
  readonly entries: readonly TakenEntry[];
}

export interface Shop {
  readonly url: string;
}

export const lost = (reason: LossReason, what = ''): Loss => ({ reason, what });
export const nothingTaken = (...losses: Loss[]): Taken => ({ rows: [], losses });

export interface When extends Validity {
  readonly is_active: boolean;
}

/** Items that another service puts at a place, which begins with 1. */
export interface PlacedItems {
  readonly ids: readonly string[];
  readonly place: number;
}

/** In the order of their places, which start at 1. Gaps are reported as losses. */
export function inPlaces(groups: readonly PlacedItems[], losses: Loss[]): string[] {
  const items = new Set<string>();
  for (const { ids, place } of groups.toSorted((one, other) => one.place - other.place)) {
    if (!(Number.isInteger(place) && place > 0 && place <= items.size + 1))
      losses.push(lost('place', `${ids.join(', ')} → ${place}`));
    for (const id of ids) items.add(id);
  }
  return [...items];
}

/** None where no item is promoted or hidden. An item that is both is promoted. */
export function curationsFor(
  name: string,
  queries: readonly ForeignQuery[],
  items: { readonly promoted: readonly string[]; readonly hidden: readonly string[] },
  when: When,
): ForeignCuration[] {
  const promoted = new Set(items.promoted);
  const hidden = new Set(items.hidden).difference(promoted);
  if (queries.length === 0 || promoted.size + hidden.size === 0) return [];
  const asItems = (ids: ReadonlySet<string>) => Array.from(ids, (id) => ({ id }));
  return [{ kind: 'curations', name, queries, promoted: asItems(promoted), hidden: asItems(hidden), ...when }];
}

export function twoWay(words: readonly string[]): Taken {
  const [term, ...synonyms] = words;
  if (term === undefined || synonyms.length === 0) return nothingTaken(lost('nothing', words.join(', ')));
  return { rows: [{ kind: 'synonyms', term, synonym_type_id: 1, synonyms, is_active: true }], losses: [] };
}

export function oneWay(term: string, words: readonly string[], synonymType: 2 | 3 = 2): Taken {
  const synonyms = words.filter((word) => word !== term);
  if (term === '' || synonyms.length === 0) return nothingTaken(lost('nothing', term));
  const row: ForeignSynonym = { kind: 'synonyms', term, synonym_type_id: synonymType, synonyms, is_active: true };
  return { rows: [row], losses: [] };
}
