import type { FieldType, FieldValue } from '#contract/item.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';

/** Plain data: it crosses a process boundary. */
export interface AvailabilityTask {
  readonly url: string;
  readonly validators: Validators;
  readonly language: string;
  readonly types: Readonly<Record<string, FieldType>>;
  readonly allowedPrivateFeeds: readonly string[];
}

export interface AvailabilityChange {
  readonly id: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export type AvailabilityOutcome =
  | {
      readonly kind: 'read';
      readonly badCount: number;
      readonly validators: Validators;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure; readonly retryAfterSeconds: number | null };

export type ApplyChanges = (changes: readonly AvailabilityChange[]) => Promise<void>;

/** Applies one batch after the other. */
export type RunAvailability = (task: AvailabilityTask, apply: ApplyChanges, signal: AbortSignal) => Promise<AvailabilityOutcome>;
