import type { CollectionLayout } from '#engine/port.ts';
import type { LearnedStrength, LearnedTable } from './learned.ts';

/** How much of a query must match: 0 is OFF (any word), 100 is ALL; steps of 10. */
export type RelevantRate = 0 | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100;
export const defaultRelevantRate: RelevantRate = 70;

export interface FieldRelevance {
  readonly searchable: boolean;
  readonly weight: number;
  readonly wildcard: number;
  readonly phraseWeight: number;
  readonly userPhraseCheck: boolean;
  readonly fuzzy: boolean;
  readonly shingle: boolean;
  readonly stemmer: boolean;
  readonly boostable: boolean;
}

/** People set weights from 0 to 10 in tenths; stored ones go from 0 to 100. */
export const weightScale = 10;

export const shownWeight = (stored: number): number => Math.round(stored) / weightScale;

export const overriddenWeight = 1 * weightScale;

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

export interface CollectionRelevance {
  readonly layout: CollectionLayout;
  readonly fields: Readonly<Record<string, FieldRelevance>>;
  readonly relevantRate: RelevantRate;
  readonly forcesStopwords: boolean;
  readonly lowersUnwanted: boolean;
  /** Ranks items that are out of stock after comparable ones. */
  readonly putsInStockFirst?: boolean;
  /** Ranks by words and vectors together instead of using vectors only where words find too little. */
  readonly fusesMeaning?: boolean;
  /** Absent while learning is off. */
  readonly learned?: { readonly table: LearnedTable; readonly strength: LearnedStrength } | undefined;
}
