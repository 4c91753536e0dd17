import type { MissingItem, Remedy } from '#features/developer/query-tester/query-tester.contract.ts';
import type { Item } from '#contract/item.ts';
import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import type { Rule, SearchRequest } from '#engine/query/pipeline.ts';
import type { Plan } from '#engine/plan.ts';
import { minimumMatchOf } from '#contract/values/match-rate.ts';
import type { CollectionRelevance, RelevantRate } from '#engine/query/relevance.ts';
import { addAlternatives, alternativesOf } from '#engine/query/rule-matching.ts';
import type { CollectionSearch, PreviewedSettings } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

const rates: readonly RelevantRate[] = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0];
const minimumTargetLength = 3;
const onlyLetters = /^\p{L}+$/u;
const synonymWeight = 0.8;

interface Case {
  readonly search: CollectionSearch;
  readonly request: SearchRequest;
  readonly plan: Plan;
  readonly relevance: CollectionRelevance;
  readonly item: Item;
  readonly words: MissingItem['words'];
}

/** Runs the whole pipeline with the change. */
async function isEnoughWith({ search, request, item }: Case, tried: PreviewedSettings): Promise<boolean> {
  const { plan } = await search.resolve(request, tried);
  const explanation = plan && (await search.session.explain(plan, item.id));
  return explanation?.reasonsNotFound.includes('tooFewWords') === false;
}

/** Proposes only what was tried, or is visible in the item. */
export async function remediesOf(one: Case): Promise<Remedy[]> {
  return [...(await lowerRate(one)), ...(await synonym(one)), ...searchedFields(one)];
}

async function lowerRate(one: Case): Promise<Remedy[]> {
  const { words, relevance } = one;
  const matched = words.filter(({ is_in_item: isInItem }) => isInItem).length;
  const rate = rates.find(
    (candidate) => candidate < relevance.relevantRate && minimumMatchOf(words.length, candidate) <= matched,
  );
  if (rate === undefined || !(await isEnoughWith(one, { relevantRate: rate }))) return [];
  return [{ kind: 'relevantRate', rate }];
}

async function synonym(one: Case): Promise<Remedy[]> {
  const { words, plan, relevance, item } = one;
  const analyser = analyserOf(relevance.layout.language);
  const matched = words.filter(({ is_in_item: isInItem }) => isInItem).length;
  const missing = await unknownAmong(
    one,
    words.filter(({ is_in_item: isInItem }) => !isInItem).map(({ word }) => word),
  );
  const needed = missing.slice(0, Math.max(1, plan.minimumMatch - matched));
  const target = tellingWord(analyser, item, new Set(words.map(({ word }) => analyser.stem(word))));
  if (target === undefined || needed.length === 0) return [];
  const alternatives = alternativesOf(analyser, target, 'synonym', synonymWeight);
  const rule: Rule = {
    stage: 'synonyms',
    apply: (draft) => ({
      ...draft,
      groups: draft.groups.map((group) =>
        needed.includes(group.word) ? (addAlternatives([group], { start: 0, count: 1 }, alternatives)[0] ?? group) : group,
      ),
    }),
  };
  return (await isEnoughWith(one, { rules: [...one.search.rules, rule] })) ? [{ kind: 'synonym', words: needed, target }] : [];
}

async function unknownAmong({ search }: Case, words: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const word of words) {
    const { totalCount, correctedQuery } = await search.find(plainRequest(word, 1));
    if (totalCount === 0 || correctedQuery !== null) unknown.push(word);
  }
  return unknown;
}

/** A word of the name that is in the category, otherwise not the brand. */
function tellingWord(analyser: Analyser, { fields }: Item, taken: ReadonlySet<string>): string | undefined {
  const stemsOf = (field: string) => new Set(analyser.indexTokens(String(fields[field] ?? '')).map(analyser.stem));
  const [categories, brands] = [stemsOf('category'), stemsOf('brand')];
  const words = analyser
    .surfaces(String(fields['name'] ?? ''))
    .filter((word) => word.length >= minimumTargetLength && onlyLetters.test(word) && !taken.has(analyser.stem(word)));
  return (
    words.find((word) => categories.has(analyser.stem(word))) ??
    words.find((word) => !brands.has(analyser.stem(word))) ??
    words[0]
  );
}

/** Unsearched fields that have the missing words. */
function searchedFields({ words, relevance }: Case): Remedy[] {
  const strict = minimumMatchOf(words.length, relevance.relevantRate);
  const fields = new Set(words.flatMap(({ unsearched_fields: names }) => names));
  return [...fields]
    .filter((field) => words.filter((word) => word.is_in_item || word.unsearched_fields.includes(field)).length >= strict)
    .map((field): Remedy => ({ kind: 'searchedField', field }));
}
