import type * as z from 'zod/mini';
import type { FieldRule } from '#contract/values/field-kind.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import type {
  FoundProblem,
  ImportCounts,
  ItemExample,
  Import,
  ImportFailure,
  ImportWarning,
} from '#features/data/imports/imports.contract.ts';
import type { GuardFacts } from './imports.closing.ts';
import type { TagCandidate } from '#features/data/feed-settings/feed.contract.ts';
import type { FeedSource } from '#features/data/feed-settings/server/feeds.service.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { KnownMapping } from '#feeds/mapping/growing-mapping.ts';
import type { FieldMapping } from '#feeds/mapping/item-fields.ts';
import type { FilesSettings } from '#server/files/open-files.ts';

export const importJob = 'import';
export const publishJob = 'publishImport';

/** Plain data: it crosses a process boundary. */
export interface ImportTask {
  readonly collection: string;
  readonly language: string;
  readonly siteAddress: string | null;
  readonly currency: string | null;
  readonly feedId: number;
  readonly otherFeeds: readonly { readonly id: number; readonly name: string }[];
  readonly source: FeedSource;
  readonly settings: {
    readonly type: 'xml' | 'csv' | 'json' | null;
    /** null: that of the project. */
    readonly language: string | null;
    readonly encoding: string | null;
    readonly separator: string | null;
    readonly headers: string | null;
    readonly tagName: string | null;
  };
  /** The feed's `need_import` when its settings were read. */
  readonly needImport: number;
  readonly ownMapping: readonly FieldRule[];
  /** Proposed at earlier imports. */
  readonly knownMapping: KnownMapping;
  readonly knownFields: readonly CollectionField[];
  readonly engine: EngineSettings;
  readonly files: FilesSettings;
  readonly allowedPrivateFeeds: readonly string[];
}

/** Only a schedule sends validators to the host. */
export type AskedBy = 'person' | 'schedule';

export interface ImportJob {
  readonly projectId: number;
  readonly feedId: number;
  readonly importId: number;
  readonly askedBy: AskedBy;
}

export type ImportProgress = Pick<
  Import,
  'step' | 'received_bytes' | 'total_bytes' | 'read_count' | 'imported_count' | 'error_count' | 'warning_count'
>;

export interface Comparison {
  readonly counts: Omit<ImportCounts, 'hold_reasons'>;
  readonly examples: readonly ItemExample[];
  readonly facts: Omit<GuardFacts, 'acceptedBadShare'>;
}

export interface MinedPhrase {
  /** Separated by spaces. */
  readonly stems: string;
  /** In its most frequent form. */
  readonly phrase: string;
  readonly itemCount: number;
  readonly source: 'name' | 'category';
}

export interface BuiltImport {
  readonly generation: string;
  readonly progress: ImportProgress;
  readonly warnings: readonly ImportWarning[];
  readonly fields: readonly CollectionField[];
  readonly mapping: readonly { readonly from: string; readonly to: string | null }[];
  readonly proposedMapping: readonly FieldMapping[];
  readonly feedFields: readonly string[];
  readonly tagName: string;
  readonly type: 'xml' | 'csv' | 'json';
  readonly feedSource: string;
  readonly needImport: number;
  readonly validators: Validators;
  readonly comparison: Comparison;
  /** null when items of other sources have to be mined, too. */
  readonly phrases: readonly MinedPhrase[] | null;
}

export type ImportOutcome =
  | { readonly kind: 'built'; readonly built: BuiltImport }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'needTagName';
      readonly failure: ImportFailure;
      readonly candidates: readonly z.output<typeof TagCandidate>[];
    }
  | {
      readonly kind: 'failed';
      readonly failure: ImportFailure;
      /** The Retry-After of a busy host. */
      readonly retryAfterSeconds: number | null;
    };

export interface ImportListener {
  progress(progress: ImportProgress): void;
  problems(problems: readonly FoundProblem[]): void;
  waiting?(isWaiting: boolean): void;
  samples(records: readonly FeedRecord[]): void;
}

/** Rejects when the run itself was cut off. */
export type RunImport = (task: ImportTask, listener: ImportListener, signal: AbortSignal) => Promise<ImportOutcome>;
