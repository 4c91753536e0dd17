import type { Factor, Share } from '#features/developer/compare-results/compare-results.contract.ts';
import { loweredFactor } from '#engine/plan.ts';
import type { ExplainedScore } from '#engine/query/resolve/run-search.ts';

type Side = 'a' | 'b';
type Part = Pick<Factor, 'kind' | 'word' | 'field'> & {
  readonly key: string;
  readonly share: Share;
  readonly boost_id?: number | undefined;
};

const nothing: Share = { score: 0, match_kind: '', term: '', term_frequency: 0, field_length: 0, amount: 0 };

/** The parts of a score, each with a key that is the same for the same part of another item's. They add up to the score. */
function partsOf({ base, matches, phrases, boosts, lowered, spelling }: ExplainedScore): Part[] {
  const words = matches.flatMap(({ word, kind, term, score, fields }) => {
    const whole = { field: '', termFrequency: 0, fieldLength: 0, score };
    return (fields.length > 0 ? fields : [whole]).map(({ field, termFrequency, fieldLength, score: part }): Part => {
      const counts = { term_frequency: termFrequency, field_length: fieldLength };
      return {
        key: `word ${word} ${field}`,
        kind: 'word',
        word,
        field,
        share: { ...nothing, ...counts, score: part, match_kind: kind, term },
      };
    });
  });
  return [
    ...(base === 0 ? [] : [{ key: 'base', kind: 'base' as const, word: '', field: '', share: { ...nothing, score: base } }]),
    ...words,
    ...phrases.map(({ field, words: pair, score }): Part => {
      const word = pair.join(' ');
      return { key: `phrase ${word} ${field}`, kind: 'phrase', word, field, share: { ...nothing, score } };
    }),
    ...boosts.map(({ boost, amount, score }): Part => {
      const word = boost.kind === 'value' ? boost.anyOf.join(', ') : boost.curve;
      const key = `boost ${JSON.stringify(boost)}`;
      return { key, kind: 'boost', word, field: boost.field, boost_id: boost.ruleId, share: { ...nothing, score, amount } };
    }),
    ...lowered.map(({ word, score }): Part => {
      const share = { ...nothing, score, amount: loweredFactor };
      return { key: `unwanted ${word}`, kind: 'unwanted', word, field: '', share };
    }),
    ...(spelling === null ? [] : [spellingPart(spelling)]),
  ];
}

const spellingPart = ({ words, score }: NonNullable<ExplainedScore['spelling']>): Part => {
  const word = words.join(', ');
  return { key: `spelling ${word}`, kind: 'spelling', word, field: '', share: { ...nothing, score } };
};

const kindOrder: readonly Factor['kind'][] = ['base', 'word', 'phrase', 'boost', 'unwanted', 'spelling'];

/** All parts of two scores side by side: words, then phrases, then boosts, each in the order of the query. */
export function factorsOf(a: ExplainedScore | null, b: ExplainedScore | null): Factor[] {
  const factors = new Map<string, Factor>();
  const add = (side: Side, explanation: ExplainedScore | null) => {
    // A word that stands twice in the query, or a boost that is set twice, is one factor.
    for (const { key, share, boost_id = null, ...what } of explanation ? partsOf(explanation) : []) {
      const known = factors.get(key) ?? { ...what, boost_id, a: null, b: null };
      const before = known[side];
      factors.set(key, { ...known, [side]: before ? { ...share, score: before.score + share.score } : share });
    }
  };
  add('a', a);
  add('b', b);
  return [...factors.values()].toSorted((one, other) => kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind));
}
