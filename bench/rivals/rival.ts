import type { Item } from '#contract/item.ts';
import { createAnalyser } from '#engine/analysis/analyser.ts';

export type Match = 'any' | 'all';

/** An engine that holds the same words of the same items as Aisle. */
export interface Rival {
  readonly name: string;
  /** The best 20 items, whole, of those that have any or all of the words, and how many there are; null where it doesn't count them. */
  ask(words: readonly string[], match: Match): Promise<{ readonly items: readonly unknown[]; readonly total: number | null }>;
  close(): Promise<void>;
}

export const answerSize = 20;
/** The fields that are searched, and what a word in them weighs. */
export const fieldWeights = { name: 3, brand: 2, category: 1.5, parameters: 0.7, description: 0.5 } as const;
export const fieldNames = Object.keys(fieldWeights) as readonly (keyof typeof fieldWeights)[];

const analyser = createAnalyser('en');

/** The words of an item's field as Aisle holds them, with spaces between. */
export const wordsOf = (item: Item, field: string): string => analyser.indexTokens(String(item.fields[field])).join(' ');
