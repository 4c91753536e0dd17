import type { CollectionLayout } from '#engine/port.ts';

/** How much of a query must match: 0 is OFF (any word), 100 is ALL; steps of 10. */
export type RelevantRate = 0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100;
export const defaultRelevantRate: RelevantRate = 70;

/** The relevance settings of one field, named as in the specification. */
export interface FieldRelevance {
  readonly searchable: boolean;
  readonly weight: number;
  readonly wildcard: number;
  readonly phraseWeight: number;
  readonly userPhraseCheck: boolean;
  readonly fuzzy: boolean;
  /** Whether words that are written as one or apart find each other. */
  readonly shingle: boolean;
  readonly stemmer: boolean;
  /** Whether boosts may use its values. */
  readonly boostable: boolean;
}

/** People set weights from 0 to 10 in tenths; stored ones go from 0 to 100. */
export const weightScale = 10;

/** A stored weight as people set it. */
export const shownWeight = (stored: number): number => Math.round(stored) / weightScale;

/** What the weight of a boosted field counts as where boosts override it: 1 of 10, as people set weights. */
export const overriddenWeight = 1 * weightScale;

/** Of a field whose words nobody searches. */
export const notSearched: FieldRelevance = {
  searchable: false,
  weight: 0,
  wildcard: 0,
  phraseWeight: 0,
  userPhraseCheck: false,
  fuzzy: false,
  shingle: false,
  stemmer: false,
  boostable: false,
};

/** Everything of a collection that a query needs besides the rules. */
export interface CollectionRelevance {
  readonly layout: CollectionLayout;
  readonly fields: Readonly<Record<string, FieldRelevance>>;
  readonly relevantRate: RelevantRate;
  readonly forcesStopwords: boolean;
  /** Whether items with words that a query doesn't want come last, instead of being left out. */
  readonly lowersUnwanted: boolean;
}
