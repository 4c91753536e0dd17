import { isNameField } from './default-relevance.ts';

/**
 * What both engines score by. BM25F: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009),
 * section 3.6. A term's weighted frequencies are added up over the fields before they saturate. docs/ranking.md has the measurements.
 */

export interface Scoring {
  /** k1 of BM25F: the weighted frequency that earns half of the most. */
  readonly saturation: number;
  /** b of BM25F: how far a longer field than usual counts less. */
  readonly lengthShare: number;
  /** Descriptions and stuffed names repeat words. */
  readonly maxCountedFrequency: number;
  /** A name shorter than this share of the average is not more about its words: `Stand` is no better a stand than `Tablet stand`. */
  readonly leastNameLength: number;
}

/** `bench/quality.bench.ts` tries others, before an engine is opened; nothing else may. */
export const scoring: Scoring = { saturation: 1.2, lengthShare: 0.75, maxCountedFrequency: 3, leastNameLength: 0.75 };

export const leastLength = (fieldName: string): number => (isNameField(fieldName) ? scoring.leastNameLength : 0);

/**
 * How rare a term is, above 0, in the form that BM25 has in Lucene: S. Robertson, K. Spärck Jones, "Relevance weighting of search
 * terms" (1976), with 1 added so that a term of most items doesn't count against them.
 */
export function inverseDocumentFrequency(itemCount: number, withTerm: number): number {
  return Math.log(1 + (itemCount - withTerm + 0.5) / (withTerm + 0.5));
}
