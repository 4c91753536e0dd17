import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow, RuleRow, TimedRuleRow } from './row.ts';

export interface RulesTables {
  synonym: SynonymTable;
  char_filter: CharFilterTable;
  stopword: StopwordTable;
  fixit: FixitTable;
  curation: CurationTable;
  banner: BannerTable;
  rule_use: RuleUseTable;
  learned_query: LearnedQueryTable;
  proposed_synonym: ProposedSynonymTable;
  phrase: PhraseTable;
  boost: BoostTable;
  boost_setting: BoostSettingTable;
  result_setting: ResultSettingTable;
  autocomplete_panel: AutocompletePanelTable;
  release: ReleaseTable;
  released_row: ReleasedRowTable;
  waiting_row: WaitingRowTable;
  planned_release: PlannedReleaseTable;
  planned_row: PlannedRowTable;
}

interface SynonymTable extends TimedRuleRow {
  term: string;
  synonym_type_id: number;
  synonyms: Json;
}

interface CharFilterTable extends RuleRow {
  from_text: string;
  to_text: string;
}

interface StopwordTable extends RuleRow {
  value: string;
  /** The language of the set that it came with, or what somebody calls it. */
  name: string;
}

interface FixitTable extends TimedRuleRow {
  /** A query, or a pattern of queries. */
  term: string;
  is_regexp: Flag;
  /** Another query, or a web address. */
  catalog_term: string;
}

/** What comes first for queries of a collection, and what never. */
interface CurationTable extends TimedRuleRow {
  collection_id: number;
  name: string;
  queries: Json;
  /** A path in place of queries; empty for queries. */
  category: string;
  promoted: Json;
  hidden: Json;
}

interface BannerTable extends TimedRuleRow {
  collection_id: number;
  name: string;
  queries: Json;
  /** `is` or `contains`. */
  match: string;
  /** A path; empty for queries only. */
  category: string;
  image: string;
  alt: string;
  headline: string;
  text: string;
  link: string;
  /** `top`, `between` or `panel`. */
  place: string;
  item_position: number;
}

/** How often a visitor's searches were changed by a row on one day. */
interface RuleUseTable extends ProjectRow {
  /** Where the row acts in the pipeline. */
  stage: string;
  row_id: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
  /** A keyed hash; who it was can't be told from it. */
  visitor: string;
  use_count: number;
}

/** Factors of items after a query; preferences of the whole collection have an empty key. */
interface LearnedQueryTable extends ProjectRow {
  collection_id: number;
  /** As `learnedKey`; empty for the collection. */
  query_key: string;
  /** As it was typed first. */
  query: string;
  content: Json;
  /** A `LearnedState`. */
  state: string;
}

interface ProposedSynonymTable extends ProjectRow {
  collection_id: number;
  term_key: string;
  synonym_key: string;
  content: Json;
  /** `proposed` or `dismissed`. */
  state: string;
}

/**
 * What items are called by. Visibility, once somebody decided it, and boost are people's, and stay when the items are looked through again.
 */
interface PhraseTable extends RuleRow {
  collection_id: number;
  phrase: string;
  /** A `name` or `category` of items, `searched` by visitors, or `added` by hand. */
  source: string;
  item_count: number;
  search_count: Generated<number>;
  is_visible: Flag;
  is_decided: Flag;
  boost: number;
}

/** A factor on the scores of items, by what they have in a field. */
interface BoostTable extends TimedRuleRow {
  collection_id: number;
  field: string;
  /** `value` or `functional`. */
  type: string;
  value: Json;
  /** `value` or `word`. */
  based: string;
  function: string;
  operation: string;
  /** `rising` or `falling`. */
  direction: string;
  full_until: number | null;
  boost: number;
}

interface BoostSettingTable extends RuleRow {
  collection_id: number;
  overrides_relevance: Flag;
}

/** What answers of one kind hold of the items of a collection. */
interface ResultSettingTable extends RuleRow {
  collection_id: number;
  /** `autocomplete`, `search` or `catalog`. */
  kind: string;
  results: Json;
  /** null for as many as usual. */
  per_page: number | null;
  sort: Json;
  facets: Json;
  /** The field whose values are categories; null for the first that has levels. */
  path_field: string | null;
  path_sorts: Json;
}

/** What stands under the search box of a shop, in its order. */
interface AutocompletePanelTable extends RuleRow {
  columns: Json;
}

interface ReleaseTable extends ProjectRow {
  number: number;
  user_id: number | null;
  reason: string;
  /** What it changed, row by row. */
  changes: Json;
  /** The release whose rows it took over; null for one that people or the server made. */
  restored_number: number | null;
  name: Generated<string>;
  comment: Generated<string>;
  /** The impact that a check found before it was published; null without a check. */
  expected: Generated<Json | null>;
  /** Whether its rows are still there, beside what it changed. */
  is_kept: Flag;
  created_at: number;
}

/** One version of a row, which releases hold from one number on, and up to another that doesn't any more. */
interface ReleasedRowTable extends ProjectRow {
  source: string;
  row_id: number;
  from_number: number;
  /** null as long as the newest release holds it. */
  to_number: number | null;
  content: Json;
  content_version: number;
  /** Whether the moment at which it was released was within its validity. */
  is_in_force: Generated<Flag>;
  /** Epoch milliseconds of the next moment at which that is another; null for never. */
  changes_at: number | null;
}

/** A row that is saved in another way than it is live, or isn't live, or isn't saved any more. */
interface WaitingRowTable extends ProjectRow {
  source: string;
  row_id: number;
  collection_id: number | null;
  /** `added`, `changed`, `turnedOff`, `turnedOn` or `deleted`. */
  kind: string;
  name: string;
  user_id: number | null;
  changed_at: number;
}

/** Confirmed changes that go live at a moment; deleted then. */
interface PlannedReleaseTable extends ProjectRow {
  name: string;
  comment: string;
  /** null for a deleted person. */
  user_id: number | null;
  /** Epoch milliseconds. */
  publish_at: number;
  expected: Generated<Json | null>;
}

/** A waiting row as it was confirmed. */
interface PlannedRowTable extends ProjectRow {
  planned_id: number;
  source: string;
  row_id: number;
  /** `changed_at` of the waiting row when it was confirmed. */
  changed_at: number;
  /** null for a row that goes away. */
  content: Json | null;
  content_version: number;
}
