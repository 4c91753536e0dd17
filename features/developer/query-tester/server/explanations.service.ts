import type { ActingCuration, BoostShare, ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { isLearned, learnedWindows, type Plan } from '#engine/plan.ts';
import type { BoostExplanation, Explanation, SearchSession } from '#engine/port.ts';
import type { ResolvedQuery } from '#engine/query/resolve/run-search.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';

/** null for an unknown item, and for queries that redirect. */
export async function explainedItem(
  search: CollectionSearch,
  resolved: ResolvedQuery,
  { id, query }: { readonly id: string; readonly query: string },
): Promise<ItemExplanation | null> {
  const explanation = await search.explainResolved(resolved, id);
  if (!resolved.plan || !explanation) return null;
  const learned = await learnedShare(search.session, resolved.plan, id);
  return {
    id,
    score: explanation.score + (learned?.score ?? 0),
    is_found: explanation.isFound,
    reasons_not_found: [...explanation.reasonsNotFound],
    missing_words: [...explanation.missingWords],
    matches: explanation.matches.map(({ fields, ...match }) => ({
      ...match,
      fields: fields.map(({ termFrequency: term_frequency, fieldLength: field_length, ...share }) => ({
        ...share,
        term_frequency,
        field_length,
      })),
    })),
    phrases: explanation.phrases.map((phrase) => ({ ...phrase, words: [...phrase.words] })),
    spelling: explanation.spelling && { ...explanation.spelling, words: [...explanation.spelling.words] },
    nearness: explanation.nearness,
    ranks: resolved.fused?.get(id) ?? null,
    base: explanation.base,
    boosts: explanation.boosts.map(boostShare),
    unwanted_words: await unwantedWords(search.session, resolved.plan, explanation),
    learned: learned && { query: query.trim(), ...learned },
    curation: curationFor(resolved, explanation),
  };
}

/** By searching without it, too. null for an item that isn't among the hits whose order is learned. */
async function learnedShare(session: SearchSession, plan: Plan, id: string) {
  const { learned, ...plain } = { ...plan, facets: [], from: 0, size: learnedWindows.asked };
  if (learned === undefined || !isLearned({ ...plain, learned }) || plan.promoted.includes(id)) return null;
  const [before, after] = [(await session.search(plain)).hits, (await session.search({ ...plain, learned })).hits];
  const [from, to] = [before, after].map((hits) => hits.findIndex((hit) => hit.id === id));
  const [was, is] = [before[from!], after[to!]];
  if (was === undefined || is === undefined || (from === to && was.score === is.score)) return null;
  const at = learned.query?.ids.indexOf(id) ?? -1;
  return { chosen: learned.query?.chosen[at] ?? 0, from: from! + 1, to: to! + 1, score: is.score - was.score };
}

function boostShare({ boost, amount, number, isAge, score }: BoostExplanation): BoostShare {
  const { kind, field, ruleId: id = null } = boost;
  const share = { id, kind, field, amount, number, is_age: isAge, score };
  if (kind === 'value') return { ...share, values: boost.anyOf.map(String), curve: '', is_added: false, direction: '' };
  return {
    ...share,
    values: [],
    curve: boost.curve,
    is_added: boost.operation === 'add',
    direction: boost.direction ?? 'rising',
  };
}

function curationFor(
  { trace, plan, fused }: Pick<ResolvedQuery, 'trace' | 'plan' | 'fused'>,
  { itemId, reasonsNotFound }: Pick<Explanation, 'itemId' | 'reasonsNotFound'>,
): ActingCuration | null {
  const acting = trace.find(({ step }) => step === 'curations');
  if (acting?.ruleId === undefined) return null;
  const isHidden = reasonsNotFound.includes('hidden');
  const isPromoted = plan?.promoted.includes(itemId) === true && fused?.has(itemId) !== true;
  const does = isHidden ? 'hidden' : isPromoted ? 'promoted' : null;
  return { id: acting.ruleId, name: acting.after, does };
}

async function unwantedWords(
  session: SearchSession,
  plan: Plan,
  { itemId, lowered }: Pick<Explanation, 'itemId' | 'lowered'>,
): Promise<ItemExplanation['unwanted_words']> {
  const words: ItemExplanation['unwanted_words'] = [];
  for (const one of plan.excluded) {
    const explanation = await session.explain({ ...plan, excluded: [one] }, itemId);
    const isInItem = explanation?.reasonsNotFound.includes('excludedWord') ?? false;
    words.push({ word: one.group.word, is_in_item: isInItem, score: null });
  }
  for (const { group } of plan.lowered) {
    const score = lowered.find(({ word }) => word === group.word)?.score ?? null;
    words.push({ word: group.word, is_in_item: score !== null, score });
  }
  return words;
}
