import { allowedEdits, editDistance, hasDigit } from '#engine/analysis/typos.ts';
import type { SimilarTerm, TermCount } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { termsField } from './index-fields.ts';
import { exactFacetValues, maxSuggestions } from './limits.ts';
import { askIndex, bucketsOf } from './whole-answer.ts';

const byCountThenTerm = (a: TermCount, b: TermCount): number => b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);

/** What has a meaning in Lucene's regular expressions. */
const escaped = (text: string): string => text.replaceAll(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, String.raw`\$&`);

/** Terms of a generation that start with `prefix`, most frequent first. */
export async function termsWithPrefix(cluster: Cluster, index: string, prefix: string, limit: number): Promise<TermCount[]> {
  if (limit <= 0) return [];
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const terms = {
    field: termsField,
    include: `${escaped(prefix)}.*`,
    size: limit,
    shard_size: Math.max(limit, exactFacetValues),
    order,
  };
  const body = { query: { bool: { filter: [{ prefix: { [termsField]: prefix } }] } }, size: 0, aggs: { terms: { terms } } };
  const buckets = bucketsOf(await askIndex(cluster, index, body), 'terms');
  return buckets.map(({ key, doc_count }) => ({ term: key, itemCount: doc_count }));
}

interface SuggestAnswer {
  readonly suggest: {
    readonly terms: readonly { readonly options: readonly { readonly text: string; readonly freq: number }[] }[];
  };
}

/** Indexed terms a typo away from `word`, with the same first letter, nearest first, then most frequent. */
export async function similarTerms(cluster: Cluster, index: string, word: string, limit: number): Promise<SimilarTerm[]> {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const term = {
    field: termsField,
    suggest_mode: 'always',
    max_edits: edits,
    prefix_length: 1,
    min_word_length: 1,
    size: maxSuggestions,
    shard_size: maxSuggestions,
    accuracy: 0,
  };
  const answer = await askIndex(cluster, index, { size: 0, suggest: { terms: { text: word, term } } });
  const options = (answer as unknown as SuggestAnswer).suggest.terms.flatMap((entry) => entry.options);
  return options
    .map(({ text, freq }) => ({ term: text, itemCount: freq, distance: editDistance(word, text, edits) }))
    .filter((found) => found.distance <= edits && !hasDigit(found.term))
    .sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b))
    .slice(0, limit);
}
