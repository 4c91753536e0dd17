import type { ChangeKind } from '#contract/rows/row-changes.ts';

/** What a release changed about one row, or what a saved change is going to. */
export interface RowChange {
  readonly source: string;
  readonly id: number;
  /** null for rows of the whole project. */
  readonly collectionId: number | null;
  readonly kind: ChangeKind;
  readonly name: string;
}
