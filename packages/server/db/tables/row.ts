import type { Generated } from 'kysely';

/** An address whose password is sealed; `sealedAddress` makes it. */
export type StoredAddress = string & { readonly passwordIsSealed: true };

export type Flag = 0 | 1;
export type Json = string;

export interface Row {
  id: Generated<number>;
}
export interface ProjectRow extends Row {
  project_id: number;
}
/** A row that people keep, as `rowTable` writes it. */
export interface RuleRow extends ProjectRow {
  /** Its texts, folded: what its list is searched and sorted by. */
  search_text: string;
  /** The same for two rows that a person would take for one. */
  unique_key: string;
  /** A rule that is not does nothing. */
  is_active: Flag;
  created_at: number;
  /** Never the same after two changes of a row. */
  updated_at: number;
  /** A user; null for the server, and for who is not known. */
  updated_by: number | null;
  /** A deleted row can be restored for a while. */
  deleted_at: number | null;
}
/** A rule that may begin and end by itself. */
export interface TimedRuleRow extends RuleRow {
  /** Epoch milliseconds from which, and before which, it acts; null for no bound. */
  valid_from: number | null;
  valid_to: number | null;
}
