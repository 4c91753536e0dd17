import { minimumMatchOf } from '#contract/values/match-rate.ts';
import type { DatedRequest, QueryDraft, UnwantedWord } from './pipeline.ts';
import type { Alternative, Boost, ExcludedWords, Plan, SearchField, WordGroup } from '#engine/plan.ts';
import { overriddenWeight, shownWeight, type CollectionRelevance, type FieldRelevance } from './relevance.ts';

/** How much the beginning of a word is worth beside the whole word, before the field's own wildcard weight. */
export const prefixWeight = 0.6;
/** Beginnings shorter than this say too little. */
export const minPrefixLength = 2;
/**
 * Field weights are relative: the heaviest field of a collection gets this weight in BM25F. Higher ones make a word in the name count
 * the same however long the name is; lower ones let long descriptions win. Measured on two judged sets by `bench/quality.bench.ts`.
 */
export const heaviestFieldWeight = 8;

function searchField(name: string, relevance: FieldRelevance, scale: number): SearchField {
  return {
    name,
    weight: relevance.weight * scale,
    shownWeight: shownWeight(relevance.weight),
    wildcard: relevance.wildcard,
    phraseWeight: relevance.phraseWeight,
    phraseCheck: relevance.userPhraseCheck,
    fuzzy: relevance.fuzzy,
    shingle: relevance.shingle,
  };
}

/** The searched fields of a collection with their weights brought to one scale. */
export function searchFields(relevance: Pick<CollectionRelevance, 'fields'>): SearchField[] {
  const searched = Object.entries(relevance.fields).filter(([, field]) => field.searchable && field.weight > 0);
  const heaviest = Math.max(0, ...searched.map(([, field]) => field.weight));
  return searched.map(([name, field]) => searchField(name, field, heaviestFieldWeight / heaviest));
}

/** The settings of fields, with one weight for all that are boosted: the boosts alone decide about them. */
function weighedFields(fields: CollectionRelevance['fields'], boosts: readonly Boost[]): CollectionRelevance['fields'] {
  const boosted = new Set(boosts.map(({ field }) => field));
  const weighed = ([name, field]: [string, FieldRelevance]) =>
    [name, boosted.has(name) && field.weight > 0 ? { ...field, weight: overriddenWeight } : field] as const;
  return Object.fromEntries(Object.entries(fields).map(weighed));
}

/** A field this much lighter than the heaviest one mentions things that the item is not. */
const tellingShare = 0.5;

/** The fields that say what an item is, such as its name. */
export function tellingFields(fields: readonly SearchField[]): SearchField[] {
  const heaviest = Math.max(...fields.map(({ weight }) => weight));
  return fields.filter(({ weight }) => weight >= heaviest * tellingShare);
}

/** A minus always leaves out, and so does everything unwanted where fields sort: they have no last place for it. */
const isLowered = ({ unless }: UnwantedWord, { lowersUnwanted }: CollectionRelevance, { sort }: DatedRequest): boolean =>
  lowersUnwanted && unless !== null && sort.length === 0;

/**
 * What was put after a minus is excluded wherever it stands. What somebody wants to do without is looked for only in fields that say
 * what an item is, such as its name: a description names many things that an item doesn't have.
 */
function excludedWords({ group, unless }: UnwantedWord, fields: readonly SearchField[]): ExcludedWords {
  if (unless === null) return { group, fields };
  return { group, unless, fields: tellingFields(fields) };
}

/** A last word that nothing ends may go on: `kni` also finds `kniha`. */
function withPrefix(groups: readonly WordGroup[], text: string): readonly WordGroup[] {
  const last = groups.at(-1);
  if (last === undefined || text.endsWith(' ') || last.word.length < minPrefixLength) return groups;
  const prefix: Alternative = { kind: 'prefix', terms: [last.word], weight: prefixWeight };
  return [...groups.slice(0, -1), { ...last, alternatives: [...last.alternatives, prefix] }];
}

export function planFor(draft: QueryDraft, relevance: CollectionRelevance, request: DatedRequest): Plan {
  const isBoostable = ({ field }: Boost): boolean => relevance.fields[field]?.boostable === true;
  // Engines remember what the same list does.
  const boosts = draft.boosts.every(isBoostable) ? draft.boosts : draft.boosts.filter(isBoostable);
  const fields = searchFields(draft.overridesWeights === true ? { fields: weighedFields(relevance.fields, boosts) } : relevance);
  const groups = fields.some((field) => field.wildcard > 0) ? withPrefix(draft.groups, draft.text) : draft.groups;
  const [excluded, lowered] = [false, true].map((wanted) =>
    draft.unwanted.filter((one) => isLowered(one, relevance, request) === wanted).map((one) => excludedWords(one, fields)),
  ) as [ExcludedWords[], ExcludedWords[]];
  return {
    groups,
    minimumMatch: minimumMatchOf(groups.length, relevance.relevantRate),
    fields,
    ...(draft.knownPairs === undefined ? {} : { knownPairs: draft.knownPairs }),
    excluded,
    lowered,
    boosts,
    today: request.today,
    filters: request.filters,
    facets: request.facets,
    sort: request.sort,
    promoted: draft.promoted,
    hidden: draft.hidden,
    collapse: relevance.layout.groupField !== null,
    from: (request.page - 1) * request.perPage,
    size: request.perPage,
  };
}
