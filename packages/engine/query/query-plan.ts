import { minimumMatchOf } from '#contract/values/match-rate.ts';
import { outOfStockFactor } from '#contract/values/stock.ts';
import type { DatedRequest, QueryDraft, UnwantedWord } from './pipeline.ts';
import type { Alternative, Boost, ExcludedWords, Learned, Plan, SearchField, WordGroup } from '#engine/plan.ts';
import { isCodeField } from './default-relevance.ts';
import { learnedFor } from './learned.ts';
import { overriddenWeight, shownWeight, type CollectionRelevance, type FieldRelevance } from './relevance.ts';

export const prefixWeight = 0.6;
export const minPrefixLength = 2;
/** BM25F weight of the heaviest field, measured by `bench/quality.bench.ts`: higher ignores the length of names, lower favours descriptions. */
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

const knownFields = new WeakMap<CollectionRelevance['fields'], readonly SearchField[]>();

/** The same list for the same fields. */
export function searchFields({ fields }: Pick<CollectionRelevance, 'fields'>): readonly SearchField[] {
  const known = knownFields.get(fields) ?? searchedFields(fields);
  knownFields.set(fields, known);
  return known;
}

function searchedFields(fields: CollectionRelevance['fields']): SearchField[] {
  const searched = Object.entries(fields).filter(([, field]) => field.searchable && field.weight > 0);
  const heaviest = Math.max(0, ...searched.map(([, field]) => field.weight));
  return searched.map(([name, field]) => searchField(name, field, heaviestFieldWeight / heaviest));
}

function weighedFields(fields: CollectionRelevance['fields'], boosts: readonly Boost[]): CollectionRelevance['fields'] {
  const boosted = new Set(boosts.map(({ field }) => field));
  const weighed = ([name, field]: [string, FieldRelevance]) =>
    [name, boosted.has(name) && field.weight > 0 ? { ...field, weight: overriddenWeight } : field] as const;
  return Object.fromEntries(Object.entries(fields).map(weighed));
}

/** By the field of the stock, the first one that is indexed; shops have one of them. */
const outOfStock: Readonly<Record<string, string | boolean>> = { availability: 'out_of_stock', in_stock: false };

const stockFieldOf = ({ layout: { fields } }: Pick<CollectionRelevance, 'layout'>): string | undefined =>
  Object.keys(outOfStock).find((name) => fields.some((field) => field.name === name && field.facet));

export const hasStock = (relevance: Pick<CollectionRelevance, 'layout'>): boolean => stockFieldOf(relevance) !== undefined;

const extended = new WeakMap<readonly Boost[], Map<string, readonly Boost[]>>();

/** The same list for the same boosts. */
function withBoost(boosts: readonly Boost[], added: Boost): readonly Boost[] {
  const known = extended.get(boosts) ?? new Map<string, readonly Boost[]>();
  extended.set(boosts, known);
  return known.get(added.field) ?? known.set(added.field, [...boosts, added]).get(added.field)!;
}

function inStockFirst(boosts: readonly Boost[], relevance: Pick<CollectionRelevance, 'layout'>): readonly Boost[] {
  const field = stockFieldOf(relevance);
  if (field === undefined) return boosts;
  return withBoost(boosts, { kind: 'value', field, anyOf: [outOfStock[field]!], factor: outOfStockFactor });
}

/** Added, so that items without it keep their score. */
const popularity = { kind: 'functional', field: 'popularity', curve: 'logarithmic', operation: 'add', factor: 1 } as const;

/** Without words all items match alike, so that the most sold ones come first, if the shop tells them and has no boost of its own. */
function popularFirst(boosts: readonly Boost[], { layout }: Pick<CollectionRelevance, 'layout'>): readonly Boost[] {
  const isKnown = layout.fields.some(({ name, type }) => name === popularity.field && (type === 'float' || type === 'integer'));
  return isKnown && !boosts.some(({ field }) => field === popularity.field) ? withBoost(boosts, popularity) : boosts;
}

function boostsOf(own: readonly Boost[], relevance: CollectionRelevance, isBrowsing: boolean): readonly Boost[] {
  const boosts = isBrowsing ? popularFirst(own, relevance) : own;
  return relevance.putsInStockFirst === true ? inStockFirst(boosts, relevance) : boosts;
}

function learnedOf(
  relevance: CollectionRelevance,
  { query, sort, isTyping }: DatedRequest,
  { isQuoted, category }: QueryDraft,
): Learned | null {
  if (relevance.learned === undefined || sort.length > 0 || isQuoted === true) return null;
  const { learned, layout } = relevance;
  const last = lastInStock(relevance);
  const { table, strength } = learned;
  return learnedFor(table, strength, { category, language: layout.language, query, isTyping: isTyping === true, last });
}

/** Items with this value pass no item without it that was before them; null if stock doesn't count. */
export function lastInStock(relevance: CollectionRelevance): Learned['last'] {
  const field = relevance.putsInStockFirst === true ? stockFieldOf(relevance) : undefined;
  return field === undefined ? null : { field, value: outOfStock[field]! };
}

const tellingShare = 0.5;

type Fields = readonly SearchField[];

/** Memoised by list, as engines cache words by the identity of the list of fields. */
function partOf(choose: (fields: Fields) => Fields): (fields: Fields) => Fields {
  const known = new WeakMap<Fields, Fields>();
  return (fields) => {
    const before = known.get(fields);
    if (before !== undefined) return before;
    const part = choose(fields);
    known.set(fields, part);
    return part;
  };
}

export const tellingFields = partOf((fields) => {
  const heaviest = Math.max(...fields.map(({ weight }) => weight));
  return fields.filter(({ weight }) => weight >= heaviest * tellingShare);
});

export const fuzzyFields = partOf((fields) => fields.filter(({ fuzzy }) => fuzzy));
export const codeFields = partOf((fields) => fields.filter(({ name }) => isCodeField(name)));

const isLowered = ({ unless }: UnwantedWord, { lowersUnwanted }: CollectionRelevance, { sort }: DatedRequest): boolean =>
  lowersUnwanted && unless !== null && sort.length === 0;

/** `-word` is excluded everywhere; `without word` only in fields that name the item, as descriptions mention many things. */
function excludedWords({ group, unless }: UnwantedWord, fields: readonly SearchField[]): ExcludedWords {
  if (unless === null) return { group, fields };
  return { group, unless, fields: tellingFields(fields) };
}

/** Signs alone find nothing, rather than everything. */
const isWordless = ({ groups, typed, unwanted, text }: QueryDraft): boolean =>
  groups.length + typed.length + unwanted.length === 0 && text.trim() !== '';

/** Low enough that a word in a description comes after the beginning of a word in a name. */
const weightElsewhere = 0.1;

/** Scores a word that is being typed where words are completed, as in names; elsewhere it only matches. */
function whileTyping(alternatives: readonly Alternative[]): Alternative[] {
  const completed = alternatives.filter(({ kind, terms }) => (kind === 'exact' || kind === 'stem') && terms.length === 1);
  return [
    ...alternatives.map((one) => ({ ...one, weight: one.weight * weightElsewhere })),
    ...completed.map((one): Alternative => ({ ...one, isInCompleted: true })),
  ];
}

/** A last word that nothing ends may go on: `kni` also finds `kniha`. */
function withPrefix(groups: readonly WordGroup[], text: string, isTyping: boolean): readonly WordGroup[] {
  const last = groups.at(-1);
  const isOne = last?.alternatives[0]?.terms.length === 1;
  if (last === undefined || !isOne || text.endsWith(' ') || last.word.length < minPrefixLength) return groups;
  const prefix: Alternative = { kind: 'prefix', terms: [last.word], weight: prefixWeight };
  const whole = isTyping ? whileTyping(last.alternatives) : last.alternatives;
  return [...groups.slice(0, -1), { ...last, alternatives: [...whole, prefix] }];
}

export function planFor(draft: QueryDraft, relevance: CollectionRelevance, request: DatedRequest): Plan {
  const isBoostable = ({ field }: Boost): boolean => relevance.fields[field]?.boostable === true;
  // Engines remember what the same list does.
  const boosts = draft.boosts.every(isBoostable) ? draft.boosts : draft.boosts.filter(isBoostable);
  const fields = searchFields(draft.overridesWeights === true ? { fields: weighedFields(relevance.fields, boosts) } : relevance);
  const wanted = isWordless(draft) ? [{ word: draft.text.trim(), alternatives: [] }] : draft.groups;
  const groups = fields.some((field) => field.wildcard > 0) ? withPrefix(wanted, draft.text, request.isTyping === true) : wanted;
  const [excluded, lowered] = [false, true].map((wanted) =>
    draft.unwanted.filter((one) => isLowered(one, relevance, request) === wanted).map((one) => excludedWords(one, fields)),
  ) as [ExcludedWords[], ExcludedWords[]];
  const learned = groups.length === 0 && draft.category === undefined ? null : learnedOf(relevance, request, draft);
  return {
    groups,
    minimumMatch: draft.isQuoted === true ? groups.length : minimumMatchOf(groups.length, relevance.relevantRate),
    fields,
    ...(draft.knownPairs === undefined ? {} : { knownPairs: draft.knownPairs }),
    excluded,
    lowered,
    boosts: request.sort.length === 0 ? boostsOf(boosts, relevance, groups.length === 0) : boosts,
    ...(learned !== null && { learned }),
    today: request.today,
    filters: request.filters,
    facets: request.facets,
    sort: request.sort,
    promoted: draft.promoted,
    ...(draft.promotedGroups === undefined ? {} : { promotedGroups: draft.promotedGroups }),
    ...(draft.promotedPlaces === undefined ? {} : { promotedPlaces: draft.promotedPlaces }),
    hidden: draft.hidden,
    ...(draft.hiddenGroups === undefined ? {} : { hiddenGroups: draft.hiddenGroups }),
    collapse: relevance.layout.groupField !== null,
    from: (request.page - 1) * request.perPage,
    size: request.perPage,
  };
}
