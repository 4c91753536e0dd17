import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow } from './row.ts';

/** What visitors of shops search for and do. Raw rows are kept for some days, sums by day for ever. */
export interface StatisticsTables {
  shop_query: ShopQueryTable;
  shop_event: ShopEventTable;
  shown_list: ShownListTable;
  look_count: LookCountTable;
  search_day: SearchDayTable;
  took_day: TookDayTable;
  event_day: EventDayTable;
  counted_name: CountedNameTable;
  term_day: TermDayTable;
  item_day: ItemDayTable;
  click_day: ClickDayTable;
  next_search_day: NextSearchDayTable;
  bought_day: BoughtDayTable;
  search_quality: SearchQualityTable;
  release_effect: ReleaseEffectTable;
  experiment: ExperimentTable;
}

interface DayColumns extends ProjectRow {
  collection_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
}

interface SearchColumns extends DayColumns {
  /** `search`, or `autocomplete` for a query that is completed while it is typed. */
  result_object: string;
  /** ISO 639-1. */
  language: string;
}

/** One call of a shop. */
interface ShopQueryTable extends SearchColumns {
  query_id: string;
  /** The counted query: its own id, or that of the same search before, if this is another page or filter of it. */
  search_id: string;
  happened_at: number;
  /** Normalised, with personal data masked. */
  term: string;
  /** Including corrections, which rows from before 0.2 exclude; −1 for a redirect. */
  item_count: number;
  /** The corrected words; empty if only some of the words matched; null if found as typed, or not at all. */
  found_as: Generated<string | null>;
  took_ms: number;
  /** Hashed; changes daily for visitors without an id. */
  visitor: string;
  is_counted: Flag;
  click_count: Generated<number>;
  cart_count: Generated<number>;
  purchase_count: Generated<number>;
  /** Purchases after the search, in thousandths. */
  amount: Generated<number>;
  /** Null outside of A/B tests. */
  experiment_id: Generated<number | null>;
  /** `a` or `b`; after a mixed list the items that one of them added (`mixedAnswer`). */
  experiment_group: Generated<string | null>;
  /** A list of `shown_list`, for an unfiltered first page by relevance; else null. */
  list_hash: Generated<string | null>;
  /** Keyed hash; the key is gone after a week. null where a shop's server calls. */
  network: Generated<string | null>;
}

/** Item ids in the order in which a first page showed them. */
interface ShownListTable extends ProjectRow {
  hash: string;
  ids: Json;
  /** The last on which it was shown. */
  day: string;
}

/** A `LookCounts` from which a collection learns its order. It holds no visitor. */
interface LookCountTable extends ProjectRow {
  collection_id: number;
  /** The last that was counted. */
  day: string;
  counts: Json;
  /** Lines of `NextCounts`; empty before the first night. */
  next_searches: Generated<Json>;
}

interface ShopEventTable extends DayColumns {
  type: string;
  item_id: string;
  /** The shop's id, or a random one. Repeated ids are ignored. */
  event_id: string;
  happened_at: number;
  query_id: string | null;
  position: number | null;
  quantity: number | null;
  /** Of one piece. */
  price: number | null;
  currency: string | null;
  /** Price times quantity of a purchase, in thousandths of the project's currency; null if unknown or in another currency. */
  amount: Generated<number | null>;
  visitor: string;
  /** Remaining attempts to find the query of a click, cart or purchase; 0 once found, and for other events. */
  looks_left: Generated<number>;
}

/** All searches of a day. */
interface SearchDayTable extends SearchColumns {
  search_count: number;
  unfound_count: number;
  click_count: number;
  /** Searches with a purchase. */
  purchase_count: Generated<number>;
  /** Purchases after the searches, in thousandths. */
  amount: Generated<number>;
  timed_count: number;
  /** Sum over the timed searches. */
  took_ms: number;
  /** Completed queries with which a search of their visitor on the same day begins; null before the roll-up. */
  ended_count: Generated<number | null>;
  /** A `VisitorSet`; null before the roll-up. */
  visitors: Generated<string | null>;
  /** Visitors who found nothing. */
  unfound_visitors: Generated<string | null>;
}

/** A histogram of durations. */
interface TookDayTable extends SearchColumns {
  bucket: number;
  search_count: number;
}

interface ItemCounts {
  impression: number;
  click: number;
  cart: number;
  purchase: number;
  /** In thousandths. */
  amount: Generated<number>;
}

/** All events of a day. */
interface EventDayTable extends DayColumns, ItemCounts {
  /** Its `bought_day` rows are counted. */
  is_paired: Generated<Flag>;
}

/** A query or an item id that is counted. */
interface CountedNameTable extends ProjectRow {
  name: string;
}

interface TermDayTable {
  /** Of `search_day`. */
  day_id: number;
  term_id: number;
  search_count: number;
  unfound_count: number;
  /** Searches that found nothing as typed, but something else. */
  corrected_count: Generated<number>;
  click_count: number;
  purchase_count: Generated<number>;
  amount: Generated<number>;
  /** Of the newest search. */
  item_count: number;
  /** `found_as` of the newest search; 0 if null. */
  found_as_id: Generated<number>;
  last_at: number;
  /** A `VisitorSet`; null before the roll-up. */
  visitors: Generated<string | null>;
  unfound_visitors: Generated<string | null>;
}

interface ItemDayTable extends ItemCounts {
  /** Of `event_day`. */
  day_id: number;
  item_id: number;
}

/** Clicks on an item, and its carts and purchases, after a query, by the day of the search. */
interface ClickDayTable {
  /** Of `search_day`. */
  day_id: number;
  term_id: number;
  item_id: number;
  click_count: number;
  /** Sum of the known positions, from 1. */
  position_sum: number;
  position_count: number;
  cart_count: Generated<number>;
  purchase_count: Generated<number>;
  amount: Generated<number>;
}

/** Visitors who bought two items on one day, by either item. */
interface BoughtDayTable {
  /** An `event_day`. */
  day_id: number;
  item_id: number;
  with_id: number;
  /** Who bought both. */
  visitor_count: number;
  viewed_count: Generated<number>;
}

/** Visitors who searched for another query soon after the first, each once a day. */
interface NextSearchDayTable {
  /** Of `search_day`. */
  day_id: number;
  term_id: number;
  next_id: number;
  visitor_count: number;
  /** Visitors whose next search found something as typed. */
  found_count: number;
  clicked_count: number;
}

/** How searches changed after a release. */
interface ReleaseEffectTable extends ProjectRow {
  number: number;
  /** Compared on each side. */
  days: number;
  content: Json;
}

/** An A/B test of a collection. At most one of a collection runs. */
interface ExperimentTable extends ProjectRow {
  collection_id: number;
  name: string;
  /** `draft`, `release` or `learning`. */
  kind: string;
  /** Null unless B is an earlier release. */
  release_number: number | null;
  /** Percent of visitors in group B. */
  share: number;
  /** The metric that decides; `mixedGoal` if both are mixed. */
  goal: string;
  /** `RowPair`s: rows as they are live at the start, and in B. */
  pairs: Json;
  /** The live release at the start. */
  live_number: number;
  started_at: number;
  started_by: number | null;
  /** Null while it runs. */
  ended_at: number | null;
  /** An `ExperimentEnding`. */
  ending: string | null;
  /** `ExperimentFigures` of the last measurement. */
  figures: Json | null;
}

/** How good the order of results was in a week, judged by clicks. */
interface SearchQualityTable extends ProjectRow {
  collection_id: number;
  language: string;
  /** Its Monday, `YYYY-MM-DD` in the project's time zone. */
  week: string;
  judged_at: number;
  /** Searches with a click on the first page, one per visitor and query. */
  clicked_count: number;
  /** Judged queries, and sums of their weights and scores (`QualitySums`). */
  queries: number;
  w: number;
  wx: number;
  ww: number;
  wwx: number;
  wwxx: number;
}
