import type { Generated } from 'kysely';

/** Created by `sealedAddress` alone. */
export type StoredAddress = string & { readonly passwordIsSealed: true };

export type Flag = 0 | 1;
export type Json = string;

export interface Row {
  id: Generated<number>;
}
export interface ProjectRow extends Row {
  project_id: number;
}
export interface RuleRow extends ProjectRow {
  /** Folded text for search and sorting. */
  search_text: string;
  /** Equal for rows that people would take for the same. */
  unique_key: string;
  is_active: Flag;
  created_at: number;
  /** Strictly increasing per row. */
  updated_at: number;
  /** null: the server, or unknown. */
  updated_by: number | null;
  /** Restorable for a while. */
  deleted_at: number | null;
}
export interface TimedRuleRow extends RuleRow {
  /** Epoch milliseconds, from inclusive, until exclusive; null: unbounded. */
  valid_from: number | null;
  valid_to: number | null;
}
