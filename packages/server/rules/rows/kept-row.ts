import type { PageQuery } from '#contract/page.ts';
import type { RowState } from '#contract/rows/rule-fields.ts';
import type { RowScope } from '#server/db/row-scope.ts';

export interface Tracked {
  readonly id: number;
  readonly is_active: boolean;
  /** Epoch milliseconds from which, and before which, a rule acts; null for no bound. */
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** A name; null for nobody who is known. */
  readonly updated_by: string | null;
  readonly state: RowState;
}
export type RowItem<Fields> = Fields & Tracked;
/** What every rule has beside its fields. */
export type Envelope = Pick<Tracked, 'is_active' | 'valid_from' | 'valid_to'>;
export type RowInput<Fields> = Fields & Partial<Envelope>;

/** A rule is on, and has no bounds, where nothing is said. */
export const envelopeOf = ({ is_active = true, valid_from = null, valid_to = null }: Partial<Envelope>): Envelope => ({
  is_active,
  valid_from,
  valid_to,
});

export interface StoredRow<Fields> {
  readonly item: RowItem<Fields>;
  readonly fields: Fields;
  /** false for one that can be read and isn't built as it should be. Nothing may be made of its fields, and it can be saved again. */
  readonly isSound: boolean;
  readonly scope: RowScope;
  readonly key: string;
  /** null while it is not deleted. */
  readonly deletedAt: number | null;
}

export interface Author {
  /** null for the server itself. */
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ListQuery<Sort extends string> extends Omit<PageQuery, 'sort'> {
  readonly sort?: Sort | undefined;
}
