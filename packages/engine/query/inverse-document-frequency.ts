/**
 * How rare a term is, above 0, in the form that BM25 has in Lucene: S. Robertson, K. Spärck Jones, "Relevance weighting of search
 * terms" (1976), with 1 added so that a term of most items doesn't count against them.
 */
export function inverseDocumentFrequency(itemCount: number, withTerm: number): number {
  return Math.log(1 + (itemCount - withTerm + 0.5) / (withTerm + 0.5));
}
