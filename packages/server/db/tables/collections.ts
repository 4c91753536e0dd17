import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow } from './row.ts';

export interface CollectionsTables {
  collection: CollectionTable;
  field: FieldTable;
  recreation: RecreationTable;
  own_item: OwnItemTable;
  api_request: ApiRequestTable;
}

interface CollectionTable extends ProjectRow {
  name: string;
  relevant_rate: number;
  force_stopwords: Flag;
  lower_unwanted: Flag;
  in_stock_first: Flag;
  /** `off`, `careful` or `strong`. */
  learning: Generated<string>;
  created_at: number;
  /** null: never saved. */
  relevance_updated_at: number | null;
  relevance_updated_by: number | null;
}

interface FieldTable extends ProjectRow {
  collection_id: number;
  name: string;
  type: string;
  /** Applies once the collection is rebuilt. */
  temp_type: string | null;
  unique_field: Flag;
  one_key: Flag;
  archive: Flag;
  front_name: Flag;
  autocomplete: Flag;
  custom_data: Flag;
  is_facet: Flag;
  is_path: Flag;
  relevance: Json;
  /** Items of the last import with the field; null: unknown. */
  found_count: number | null;
}

interface RecreationTable extends ProjectRow {
  collection_id: number;
  state: string;
  built_count: number;
  total_count: number;
  failure: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}

/** Latest change of an item by the item API or by hand. Deleted items' rows expire. */
interface OwnItemTable extends ProjectRow {
  collection_id: number;
  item_id: string;
  /** Id and name. */
  search_text: string;
  /** `api`, `user`, or `feed` if the item existed before. */
  added_by: string;
  run: string | null;
  kind: string;
  changed_by: string;
  user_id: number | null;
  changed_at: number;
}

/** An idempotent request and its response, once there is one. */
interface ApiRequestTable extends ProjectRow {
  request_key: string;
  body_hash: string;
  answer: Json | null;
  created_at: number;
}
