import type { Generated } from 'kysely';
import type { Flag, Json, ProjectRow } from './row.ts';

export interface CollectionsTables {
  collection: CollectionTable;
  field: FieldTable;
  recreation: RecreationTable;
  own_item: OwnItemTable;
  embedding: EmbeddingTable;
  item_vector: ItemVectorTable;
  api_request: ApiRequestTable;
}

interface CollectionTable extends ProjectRow {
  name: string;
  relevant_rate: number;
  force_stopwords: Flag;
  lower_unwanted: Flag;
  in_stock_first: Flag;
  fuses_meaning: Flag;
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

/** A collection that is searched by meaning, too. */
interface EmbeddingTable extends ProjectRow {
  collection_id: number;
  /** Model of its vectors; empty before the first run. */
  model: string;
  /** 0 before the first vector. */
  dimensions: number;
  /** Number of the newest run. */
  run: number;
  /** Items and model as the last complete run found them. */
  seen: string;
  state: string;
  failure: string | null;
  item_count: number;
  embedded_count: number;
  updated_at: number;
}

interface ItemVectorTable extends ProjectRow {
  collection_id: number;
  item_id: string;
  text_hash: string;
  /** Base64; empty if the endpoint refused the text. */
  vector: string;
  /** The run that wrote it. */
  run: number;
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
