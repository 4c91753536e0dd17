import type { MinedPhrase } from '#features/data/phrases/phrase-miner.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { CollectionField } from '#features/data/collections/collections.store.ts';
import type { Import, ImportFailure, ImportWarning, TagCandidate } from './feeds.contract.ts';
import type * as z from 'zod/mini';

/**
 * What the server and the process that runs one import say to each other. Plain data: it crosses a process boundary.
 */
export interface ImportTask {
  /** The engine's name of the collection. */
  readonly collection: string;
  readonly language: string;
  readonly source: FeedSource;
  readonly settings: {
    readonly type: 'xml' | 'csv' | 'json' | null;
    readonly encoding: string | null;
    readonly separator: string | null;
    readonly headers: string | null;
    readonly tagName: string | null;
  };
  /** Fields that the collection has already; their types and flags hold. */
  readonly knownFields: readonly CollectionField[];
  /** Where the generation is built. */
  readonly engine: EngineSettings;
  readonly allowedPrivateFeeds: readonly string[];
}

export type FeedSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'sample'; readonly language: 'cs' | 'en' };

export interface FoundProblem {
  readonly severity: 'error' | 'warning';
  readonly position: number;
  readonly item: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** Progress, sent a few times a second. */
export type ImportProgress = Pick<
  Import,
  'step' | 'received_bytes' | 'total_bytes' | 'read_count' | 'imported_count' | 'error_count' | 'warning_count' | 'seconds_left'
>;

export interface BuiltImport {
  readonly generation: string;
  readonly progress: ImportProgress;
  readonly warnings: readonly ImportWarning[];
  /** The fields of the collection as they should be from now on. */
  readonly fields: readonly CollectionField[];
  readonly mapping: readonly { readonly from: string; readonly to: string | null }[];
  readonly feedFields: readonly string[];
  readonly tagName: string;
  readonly type: 'xml' | 'csv' | 'json';
  readonly feedSource: string;
  readonly phrases: readonly MinedPhrase[];
}

/** How the run of an import ended. */
export type ImportOutcome =
  | { readonly kind: 'built'; readonly built: BuiltImport }
  | {
      readonly kind: 'needTagName';
      readonly failure: ImportFailure;
      readonly candidates: readonly z.output<typeof TagCandidate>[];
    }
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

export interface ImportListener {
  progress(progress: ImportProgress): void;
  problems(problems: readonly FoundProblem[]): void;
}

/** Runs one import somewhere and answers how it ended. Rejects when the run itself was cut off. */
export type RunImport = (task: ImportTask, listener: ImportListener, signal: AbortSignal) => Promise<ImportOutcome>;

/** How many problems of one import are kept; the rest is counted. */
export const keptProblems = 1000;
