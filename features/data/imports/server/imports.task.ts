import type { OwnMapping } from '#contract/values/field-rule.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import type { FoundProblem } from '#features/data/imports/import-problems.contract.ts';
import type { ImportCounts, ItemExample, StepDuration } from '#features/data/imports/import-report.contract.ts';
import type { GuardFacts } from './import-guard.ts';
import type { Import, ImportFailure, ImportWarning } from '#features/data/imports/imports.contract.ts';
import type { TagCandidate } from '#features/data/feed-settings/feed.contract.ts';
import type { FeedSource } from '#features/data/feed-settings/server/feeds.service.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FilesSettings } from '#server/files/open-files.ts';
import type * as z from 'zod/mini';

/**
 * What the server and the process that runs one import say to each other. Plain data: it crosses a process boundary.
 */
export interface ImportTask {
  readonly collection: string;
  readonly language: string;
  /** Of the project's shop; null where nobody has entered it. */
  readonly siteAddress: string | null;
  /** Items are noted as brought by this feed. */
  readonly feedId: number;
  readonly otherFeeds: readonly { readonly id: number; readonly name: string }[];
  readonly source: FeedSource;
  readonly settings: {
    readonly type: 'xml' | 'csv' | 'json' | null;
    /** Of the feed; null for that of the project. */
    readonly language: string | null;
    readonly encoding: string | null;
    readonly separator: string | null;
    readonly headers: string | null;
    readonly tagName: string | null;
  };
  /** The feed's `need_import` as its settings were read. */
  readonly needImport: number;
  readonly ownMapping: OwnMapping;
  /** Fields that the collection has already; their types and flags hold. */
  readonly knownFields: readonly CollectionField[];
  readonly engine: EngineSettings;
  readonly files: FilesSettings;
  readonly recordFolder: string;
  readonly allowedPrivateFeeds: readonly string[];
}

/** Whoever presses a button gets what they ask for; a schedule only wants to know whether anything is new. */
export type AskedBy = 'person' | 'schedule';

export interface ImportJob {
  readonly projectId: number;
  readonly feedId: number;
  readonly importId: number;
  readonly askedBy: AskedBy;
}

/** Progress, sent a few times a second. */
export type ImportProgress = Pick<
  Import,
  'step' | 'received_bytes' | 'total_bytes' | 'read_count' | 'imported_count' | 'error_count' | 'warning_count' | 'seconds_left'
>;

export interface Comparison {
  readonly counts: Omit<ImportCounts, 'held_for'>;
  readonly examples: readonly ItemExample[];
  readonly facts: Omit<GuardFacts, 'acceptedBadShare'>;
  /** The same for the same items. */
  readonly fingerprint: string;
}

export interface MinedPhrase {
  /** Its stems with spaces between. */
  readonly stems: string;
  /** As it is written most often. */
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
  readonly feedFields: readonly string[];
  readonly tagName: string;
  readonly type: 'xml' | 'csv' | 'json';
  readonly feedSource: string;
  readonly needImport: number;
  /** What the host said to ask with next time. */
  readonly validators: Validators;
  readonly comparison: Comparison;
  readonly steps: readonly StepDuration[];
  /** null where the items of other feeds and of the item API are to be looked through, too. */
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
      /** How long a busy host asked to be left alone. */
      readonly retryAfterSeconds: number | null;
    };

export interface ImportListener {
  progress(progress: ImportProgress): void;
  problems(problems: readonly FoundProblem[]): void;
  waiting?(isWaiting: boolean): void;
  samples(records: readonly FeedRecord[]): void;
}

/** Runs one import somewhere and answers how it ended. Rejects when the run itself was cut off. */
export type RunImport = (task: ImportTask, listener: ImportListener, signal: AbortSignal) => Promise<ImportOutcome>;
