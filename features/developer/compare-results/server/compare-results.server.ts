import { curationFor } from '#features/developer/query-tester/server/explanations.service.ts';
import {
  compareResults,
  type ComparedItem,
  type Factor,
  type Share,
  type Verdict,
} from '#features/developer/compare-results/compare-results.contract.ts';
import type { FieldValue, Item } from '#contract/item.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import { type Plan, loweredFactor } from '#engine/plan.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { ExplainedScore, ResolvedQuery } from '#engine/query/resolve/run-search.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { traceDataOf } from '#server/search/search-data.ts';
import { parseFilters, plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import { parseTried } from '#server/search/tried-request.ts';

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

function factorsOf(a: ExplainedScore | null, b: ExplainedScore | null): Factor[] {
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

export interface Compared {
  readonly a: ComparedItem;
  readonly b: ComparedItem;
  readonly factors: readonly Factor[];
  /** Ids of promoted items, the first one first. */
  readonly promoted: readonly string[];
  readonly areVariants: boolean;
}

export function verdictOf({ a, b, factors, promoted, areVariants }: Compared): Verdict {
  const say = (ahead: Exclude<Verdict['ahead'], null> | null, reason: Verdict['reason']): Verdict => ({
    ahead,
    reason,
    factor: null,
    cause: null,
    are_variants: areVariants,
  });
  if (a.item.id === b.item.id) return say(null, 'sameItem');
  if (!a.is_found && !b.is_found) return say(null, 'neitherFound');
  if (a.is_found !== b.is_found) return say(a.is_found ? 'a' : 'b', 'notFound');
  if (a.is_promoted || b.is_promoted) return say(isPromotedBefore(a, b, promoted) ? 'a' : 'b', 'promoted');
  if (a.score === b.score) return say(null, 'tie');
  const ahead = a.score > b.score ? 'a' : 'b';
  const factor = decisiveFactor(factors, ahead);
  return { ...say(ahead, 'score'), factor, cause: causeOf(factors[factor], ahead) };
}

function isPromotedBefore(a: ComparedItem, b: ComparedItem, promoted: readonly string[]): boolean {
  if (a.is_promoted !== b.is_promoted) return a.is_promoted;
  return promoted.indexOf(a.item.id) < promoted.indexOf(b.item.id);
}

const other = (side: Exclude<Verdict['ahead'], null>): Exclude<Verdict['ahead'], null> => (side === 'a' ? 'b' : 'a');

const leadOf = (factor: Factor, ahead: Exclude<Verdict['ahead'], null>): number =>
  (factor[ahead]?.score ?? 0) - (factor[other(ahead)]?.score ?? 0);

const isSameForBoth = ({ kind, a, b }: Factor): boolean =>
  (kind === 'boost' || kind === 'unwanted') && a !== null && b !== null && a.amount === b.amount;

function decisiveFactor(factors: readonly Factor[], ahead: Exclude<Verdict['ahead'], null>): number {
  const leads = factors.map((factor) => (isSameForBoth(factor) ? -Infinity : leadOf(factor, ahead)));
  return leads.indexOf(Math.max(...leads));
}

/** Obvious causes come first. */
function causeOf(factor: Factor | undefined, ahead: Exclude<Verdict['ahead'], null>): Verdict['cause'] {
  const first = factor?.[ahead] ?? null;
  const second = factor?.[other(ahead)] ?? null;
  if (factor?.kind === 'spelling' || factor?.kind === 'unwanted') return 'amount';
  if (!first || !second) return 'onlyOne';
  if (first.match_kind !== second.match_kind) return 'form';
  if (first.term_frequency > second.term_frequency) return 'repetition';
  if (first.field_length < second.field_length) return 'length';
  return 'amount';
}

interface Chosen {
  readonly item: Item;
  readonly explanation: ExplainedScore;
  readonly position: number | null;
}

/** Null for one that isn't chosen, or isn't in the collection. */
async function chosen(search: CollectionSearch, resolved: ResolvedQuery, plan: Plan, id: string): Promise<Chosen | null> {
  if (id === '') return null;
  const [item] = await search.session.items([id]);
  const explanation = await search.explainResolved(resolved, id);
  if (!item || !explanation) return null;
  const position = explanation.isFound ? await positionOf(search.session, plan, explanation, resolved.best) : null;
  return { item, explanation, position };
}

export function serveCompareResults(app: App): void {
  serve(app, compareResults, ({ c, q, a, b, filters, ...tried }, { project }) => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    return inCollection(app, project, c, (search) => compared(search, request, a, b), { tried: parseTried(tried) });
  });
}

async function compared(search: CollectionSearch, request: SearchRequest, idA: string, idB: string) {
  const resolved = await search.resolve(request);
  const { plan, redirect, trace } = resolved;
  const replaced = traceDataOf(trace).find(({ step }) => step === 'fixit') ?? null;
  if (!plan)
    return { a: null, b: null, gone: [], factors: [], word_count: 0, minimum_count: 0, verdict: null, redirect, replaced };
  const [first, second] = [await chosen(search, resolved, plan, idA), await chosen(search, resolved, plan, idB)];
  const factors = factorsOf(first?.explanation ?? null, second?.explanation ?? null);
  const a = first && comparedItem(first, resolved, plan);
  const b = second && comparedItem(second, resolved, plan);
  const { groupField } = search.relevance.layout;
  const groupOf = ({ item }: Chosen): FieldValue | undefined => (groupField === null ? undefined : item.fields[groupField]);
  const areVariants = first !== null && second !== null && groupOf(first) !== undefined && groupOf(first) === groupOf(second);
  const gone = [idA !== '' && !a && ('a' as const), idB !== '' && !b && ('b' as const)].filter((side) => side !== false);
  return {
    a,
    b,
    gone,
    factors,
    word_count: plan.groups.length,
    minimum_count: plan.minimumMatch,
    verdict: a && b && verdictOf({ a, b, factors, promoted: plan.promoted, areVariants }),
    redirect,
    replaced,
  };
}

const comparedItem = ({ item, explanation, position }: Chosen, resolved: ResolvedQuery, plan: Plan): ComparedItem => ({
  item: { ...item.fields, id: item.id },
  score: explanation.score,
  is_found: explanation.isFound,
  reasons_not_found: [...explanation.reasonsNotFound],
  missing_words: [...explanation.missingWords],
  matched_count: plan.groups.length - explanation.missingWords.length,
  is_promoted: plan.promoted.includes(item.id),
  curation: curationFor(resolved, item.id),
  position,
});
