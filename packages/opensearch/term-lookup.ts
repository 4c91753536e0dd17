import { allowedEdits, editDistance, mayBeMeant } from '#engine/query/analysis/typos.ts';
import type { SimilarTerm, TermCount } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { termsField } from './index/index-fields.ts';
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
  readonly suggest: Readonly<
    Record<string, readonly { readonly options: readonly { readonly text: string; readonly freq: number }[] }[]>
  >;
}

/** For each word indexed terms a typo away from it, nearest first, then most frequent. */
export async function similarTerms(
  cluster: Cluster,
  index: string,
  words: readonly string[],
  limit: number,
): Promise<SimilarTerm[][]> {
  const asked = words.flatMap((word, place) => {
    const edits = allowedEdits(word);
    return edits === 0 ? [] : [[place, { text: word, term: suggester(edits) }] as const];
  });
  if (asked.length === 0) return words.map(() => []);
  const answer = await askIndex(cluster, index, { size: 0, suggest: Object.fromEntries(asked) });
  const { suggest } = answer as unknown as SuggestAnswer;
  return words.map((word, place) => {
    const edits = allowedEdits(word);
    return (suggest[place] ?? [])
      .flatMap(({ options }) => options)
      .map(({ text, freq }) => ({ term: text, itemCount: freq, distance: editDistance(word, text, edits) }))
      .filter(({ term, distance }) => mayBeMeant(word, term, distance))
      .sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b))
      .slice(0, limit);
  });
}

function suggester(maxEdits: number): object {
  return {
    field: termsField,
    suggest_mode: 'always',
    max_edits: maxEdits,
    prefix_length: 0,
    min_word_length: 1,
    size: maxSuggestions,
    shard_size: maxSuggestions,
    accuracy: 0,
  };
}
