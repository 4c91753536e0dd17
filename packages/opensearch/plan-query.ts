import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
import { type BoostCurve, type BoostOperation, curveAtFull, limitedAmount } from '#contract/values/boost-amount.ts';
import {
  type Alternative,
  type Boost,
  type ExcludedWords,
  type Filter,
  isAskedFor,
  isLenient,
  loweredFactor,
  type Plan,
  type SearchField,
  startingScore,
  type WordGroup,
} from '#engine/plan.ts';
import { scoring } from '#engine/query/scoring.ts';
import {
  countedOf,
  type DocumentForm,
  documentId,
  frequencyUnit,
  groupField,
  type IndexFields,
  prefixesSuffix,
  type ValueField,
  valueFieldOf,
  weightUnit,
  type WordField,
} from './index/documents.ts';
import { maxFieldQueries, maxIndexedPrefix } from './limits.ts';

export type Dsl = Readonly<Record<string, unknown>>;

export const matchAll: Dsl = { match_all: {} };
const matchNone: Dsl = { match_none: {} };

const constant = (filter: Dsl, score: number, name: Dsl = {}): Dsl => ({ constant_score: { filter, boost: score, ...name } });

const anyOf = (queries: readonly Dsl[], least = 1): Dsl =>
  queries.length === 0 && least > 0 ? matchNone : { bool: { should: queries, minimum_should_match: least } };

export const allOf = (queries: readonly Dsl[]): Dsl => ({ bool: { filter: queries } });

const bestOf = (queries: readonly Dsl[], name: Dsl = {}): Dsl =>
  queries.length === 0 ? matchNone : { dis_max: { queries, ...name } };

export const withIds = (ids: readonly string[]): Dsl => ({ ids: { values: ids.map(documentId) } });

const trueValues: ReadonlySet<unknown> = new Set([true, 1, 'true', '1']);

function hasValue({ kind, values }: ValueField, wanted: Extract<Boost, { kind: 'value' }>['anyOf']): Dsl {
  if (kind === 'text') return { terms: { [values]: wanted.map(String) } };
  if (kind === 'boolean') return { terms: { [values]: wanted.map((value) => trueValues.has(value)) } };
  return { terms: { [values]: wanted.map(Number).filter(Number.isFinite) } };
}

/** Lower-case texts always match case-insensitively: a query can't first check for an exact value. */
function hasAnyCase(field: ValueField, wanted: Parameters<typeof hasValue>[1]): Dsl {
  const exact = hasValue(field, wanted);
  const texts =
    field.kind === 'text' ? wanted.map(String).filter((text) => text === text.toLowerCase() && hasLetter.test(text)) : [];
  if (texts.length === 0) return exact;
  const inAnyCase = texts.map((value) => ({ term: { [field.values]: { value, case_insensitive: true } } }));
  return anyOf([exact, ...inAnyCase]);
}

const hasLetter = /\p{L}/u;

function hasNumber({ values, kind }: ValueField, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Dsl {
  if (kind === 'boolean')
    return { terms: { [values]: [false, true].filter((value) => Number(value) >= from && Number(value) <= to) } };
  if (kind === 'text') return matchNone;
  const bounds = { ...(Number.isFinite(from) && { gte: from }), ...(Number.isFinite(to) && { lte: to }) };
  return Object.keys(bounds).length === 0 ? { exists: { field: values } } : { range: { [values]: bounds } };
}

export function filterQuery(fields: IndexFields, filter: Filter): Dsl {
  const isExcluding = filter.isExcluding === true;
  const field = valueFieldOf(fields, filter.field);
  if (field === undefined) return isExcluding ? matchAll : matchNone;
  const having = 'anyOf' in filter ? hasAnyCase(field, filter.anyOf) : hasNumber(field, filter.from, filter.to);
  return isExcluding ? { bool: { must_not: [having] } } : having;
}

const curves: Readonly<Record<BoostCurve, string>> = {
  logarithmic: 'Math.log(1.0 + x)',
  // Beyond this the result is infinite, and infinite times nothing is no number.
  exponential: 'Math.exp(Math.min(x, 700.0))',
  linear: 'x',
};
const operations: Readonly<Record<BoostOperation, string>> = { add: '_score + amount', multiply: '_score * amount' };
const noEffect: Readonly<Record<BoostOperation, string>> = { add: '0.0', multiply: '1.0' };
const maxScore = '3.0e38';

type Functional = Extract<Boost, { kind: 'functional' }>;

/** OpenSearch's own functions, in half the time of a script; null where it has none. Ages count in whole days, which only a script does. */
function functionsOf({ curve, operation, direction, factor }: Functional, { layout, values: field }: ValueField): Dsl[] | null {
  if (direction === 'falling' || curve === 'exponential' || operation === 'add' || layout.type === 'date') return null;
  const field_value_factor = { field, modifier: curve === 'linear' ? 'none' : 'ln1p' };
  return [
    { filter: { range: { [field]: { lt: 0 } } }, weight: 0 },
    { filter: { exists: { field } }, field_value_factor, weight: Math.max(0, factor) },
  ];
}

/** `amountFor` in Painless. Each script is compiled once; the day is a parameter. */
function scriptOf({ curve, operation }: Functional): string {
  return `
    def values = doc[params.field];
    if (values.size() == 0) return _score;
    double x = Math.max(0.0, params.isDate ? params.today - Math.floor(values.value / ${dayMs}.0) : values.value);
    x = x / params.unit;
    double curved = ${curves[curve]};
    double none = ${noEffect[operation]};
    double amount = params.isFalling ? none + (params.factor - none) / Math.max(1.0, curved / params.atFull) : params.factor * curved;
    amount = Math.min(${maximumBoost}.0, Math.max(0.0, amount));
    return Math.min(${maxScore}, ${operations[operation]});`;
}

export const isStemmed = ({ kind, isStemmed: isOfStems }: Alternative): boolean => kind === 'stem' || isOfStems === true;

interface SearchedField {
  readonly field: WordField;
  readonly path: string;
  readonly weight: number;
}

/** Heaviest first. */
export function searchedFields(
  { fields: { wordsByName } }: DocumentForm,
  searched: readonly SearchField[],
  alternative: Alternative,
): SearchedField[] {
  const isPrefix = alternative.kind === 'prefix';
  const found = searched.flatMap((wanted) => {
    const field = wordsByName.get(wanted.name);
    const inOrder = isStemmed(alternative) ? field?.stems : field?.words;
    if (field === undefined || inOrder == null || !isAskedFor(wanted, alternative)) return [];
    const path = isPrefix ? `${inOrder}${prefixesSuffix}` : alternative.terms.length > 1 ? inOrder : countedOf(inOrder);
    const isCompleted = isPrefix || alternative.isInCompleted === true;
    const weight = isCompleted ? wanted.weight * wanted.wildcard : wanted.weight;
    return weight > 0 ? [{ field, path, weight }] : [];
  });
  return found.sort((a, b) => b.weight - a.weight);
}

export const groupName = (index: number): string => `group.${index}`;

const spelled = ({ word, alternatives }: WordGroup): string =>
  alternatives.find(({ kind }) => kind === 'fuzzy')?.terms[0] ?? word;

export interface WordPair {
  readonly field: string;
  readonly first: number;
  readonly query: Dsl;
}

/** Keeps the whole query below OpenSearch's limit of parts. */
function mostFieldsOf({ groups, excluded, lowered, fields }: Plan): number {
  const words = [...groups, ...[...excluded, ...lowered].flatMap(({ group, unless }) => (unless ? [group, unless] : [group]))];
  const single = words
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ terms, kind }) => terms.length > 1 || kind === 'prefix');
  const pairs = fields.some(({ phraseWeight }) => phraseWeight > 0) ? groups.length : 0;
  return Math.max(1, Math.floor(maxFieldQueries / Math.max(1, single.length + pairs)));
}

/** With the groups of `hiddenGroups` and `promotedGroups` by item id, as the index has them. */
export type GroupedPlan = Plan & { readonly groupValues?: Readonly<Record<string, string>> };

/**
 * A plan as OpenSearch's query. An explained one reports scores: of `group.<number>`, `group.<number>.<alternative>` and
 * `pair.<number>`, and what `boost.<number>` and `lowered.<number>` led to.
 */
export class PlanQuery {
  readonly plan: GroupedPlan;
  readonly #form: DocumentForm;
  readonly fields: IndexFields;
  readonly #mostFields: number;
  readonly #isExplained: boolean;
  /** Names groups, too, so that hits say which they match. */
  readonly #isNaming: boolean;

  constructor(form: DocumentForm, plan: GroupedPlan, isExplained = false) {
    this.#form = form;
    this.fields = form.fields;
    this.plan = plan;
    this.#mostFields = mostFieldsOf(plan);
    this.#isExplained = isExplained;
    this.#isNaming = isExplained || isLenient(plan);
  }

  #named(name: string): Dsl {
    return this.#isExplained ? { _name: name } : {};
  }

  #alternative(one: Alternative, searched = this.plan.fields): Dsl {
    const own = searchedFields(this.#form, searched, one);
    if (own.length === 0) return matchNone;
    return one.terms.length > 1 ? this.#phrase(one, own) : this.#term(one, own);
  }

  /** BM25F over all fields. */
  #term({ kind, terms: [term = ''], weight }: Alternative, searched: readonly SearchedField[]): Dsl {
    const beginning = Array.from(term).slice(0, maxIndexedPrefix).join('');
    const isLong = kind === 'prefix' && beginning !== term;
    // Beginnings of words aren't counted.
    const unit = kind === 'prefix' ? weightUnit * frequencyUnit : weightUnit;
    const fields = searched.map((one) => `${one.path}^${Math.max(1, one.weight * unit)}`);
    const boost = weight * (scoring.saturation + 1);
    const query = { combined_fields: { query: isLong ? beginning : term, fields, boost } };
    if (!isLong) return query;
    const whole = searched.slice(0, this.#mostFields).map(({ field }) => ({ prefix: { [field.words]: term } }));
    return { bool: { must: [query], filter: [anyOf(whole)] } };
  }

  #phrase({ terms, gap = 0, weight }: Alternative, searched: readonly SearchedField[]): Dsl {
    const heaviest = searched[0]?.weight ?? 1;
    const fields = searched.slice(0, this.#mostFields).map((one) => `${one.path}^${one.weight / heaviest}`);
    return { multi_match: { type: 'phrase', query: terms.join(' '), fields, slop: gap, boost: weight / terms.length } };
  }

  #group({ alternatives }: WordGroup, searched: readonly SearchField[]): Dsl {
    return bestOf(alternatives.map((one) => this.#alternative(one, searched)));
  }

  #groups(): Dsl[] {
    return this.plan.groups.map(({ alternatives }, index) => {
      const queries = alternatives.map((one, at) => {
        const query = this.#alternative(one);
        return this.#isExplained ? { bool: { must: [query], _name: `group.${index}.${at}` } } : query;
      });
      return bestOf(queries, this.#isNaming ? { _name: groupName(index) } : {});
    });
  }

  /** Neighbouring words of the query that are neighbours in a field with a phrase weight. */
  get pairs(): WordPair[] {
    const { groups, knownPairs = [], fields } = this.plan;
    const rewarding = fields.filter(({ phraseWeight, weight }) => phraseWeight > 0 && weight > 0);
    const heaviest = rewarding.toSorted((a, b) => b.phraseWeight - a.phraseWeight).slice(0, this.#mostFields);
    const found: WordPair[] = [];
    for (const { name: field, phraseWeight, phraseCheck, wildcard } of heaviest) {
      const path = this.fields.wordsByName.get(field)?.words;
      for (let first = 0; path !== undefined && first + 1 < groups.length; first++) {
        if (phraseCheck === true && !knownPairs.includes(first)) continue;
        const [one, other] = [groups[first]!, groups[first + 1]!];
        const goesOn = wildcard > 0 && other.alternatives.some(({ kind }) => kind === 'prefix');
        const query = {
          query: `${spelled(one)} ${spelled(other)}`,
          boost: phraseWeight / 2,
          ...this.#named(`pair.${found.length}`),
        };
        found.push({ field, first, query: { [goesOn ? 'match_phrase_prefix' : 'match_phrase']: { [path]: query } } });
      }
    }
    return found;
  }

  #unwanted(unwanted: readonly ExcludedWords[]): Dsl[] {
    return unwanted.map(({ group, unless, fields }) => {
      const having = this.#group(group, fields);
      return unless === undefined ? having : { bool: { filter: [having], must_not: [this.#group(unless, fields)] } };
    });
  }

  #groupsOf(ids: readonly string[] = []): string[] {
    return [...new Set(ids.flatMap((id) => this.plan.groupValues?.[id] ?? []))];
  }

  get promotedGroups(): readonly string[] {
    return this.#groupsOf(this.plan.promotedGroups);
  }

  get #promoted(): Dsl {
    const [ids, groups] = [withIds(this.plan.promoted), this.promotedGroups];
    return groups.length === 0 ? ids : anyOf([ids, { terms: { [groupField]: groups } }]);
  }

  get #hidden(): Dsl[] {
    const { hidden, hiddenGroups = [], promoted } = this.plan;
    const groups = this.#groupsOf(hiddenGroups);
    const ids = [...hidden, ...hiddenGroups];
    const ofGroups = { bool: { filter: [{ terms: { [groupField]: groups } }], must_not: [withIds(promoted)] } };
    return [...(ids.length > 0 ? [withIds(ids)] : []), ...(groups.length > 0 ? [ofGroups] : [])];
  }

  #boosted(query: Dsl, boost: Boost, index: number): Dsl {
    const field = valueFieldOf(this.fields, boost.field);
    const name = this.#named(`boost.${index}`);
    if (field === undefined) return query;
    if (boost.kind === 'value') {
      const isByWord = boost.by === 'word';
      const words = field.valueWords === null ? matchNone : { terms: { [field.valueWords]: boost.anyOf.map(String) } };
      const functions = [{ filter: isByWord ? words : hasValue(field, boost.anyOf), weight: limitedAmount(boost.factor) }];
      return { function_score: { query, functions, boost_mode: 'multiply', ...name } };
    }
    if (field.kind !== 'number') return query;
    const functions = functionsOf(boost, field);
    if (functions !== null) {
      const bounded = { functions, score_mode: 'first', max_boost: maximumBoost, boost_mode: 'multiply' };
      return { function_score: { query, ...bounded, ...name } };
    }
    const isFalling = boost.direction === 'falling';
    const fullUntil = isFalling ? boost.fullUntil : undefined;
    const scale = fullUntil === undefined ? { unit: 1, atFull: 1 } : { unit: fullUntil, atFull: curveAtFull(boost.curve) };
    const of = { field: field.values, isDate: field.layout.type === 'date', today: this.plan.today };
    const params = { ...of, factor: boost.factor, isFalling, ...scale };
    return { script_score: { query, script: { source: scriptOf(boost), params }, ...name } };
  }

  /** Boosts, then lowered words. */
  #weighed(words: Dsl): Dsl {
    const boosted = this.plan.boosts.reduce((query, boost, index) => this.#boosted(query, boost, index), words);
    return this.#unwanted(this.plan.lowered).reduce((query, filter, index) => {
      const functions = [{ filter, weight: loweredFactor }];
      return { function_score: { query, functions, boost_mode: 'multiply', ...this.#named(`lowered.${index}`) } };
    }, boosted);
  }

  get #anyway(): Dsl[] {
    const { promoted, near } = this.plan;
    return [...(promoted.length > 0 ? [this.#promoted] : []), ...(near === undefined ? [] : [withIds(near.ids)])];
  }

  get #nearScores(): Dsl[] {
    const { near } = this.plan;
    return near === undefined ? [] : near.ids.map((id, at) => constant(withIds([id]), near.scores[at]!));
  }

  /** Promoted and near items match anyway. */
  #words(): Dsl {
    const { groups, minimumMatch, promoted } = this.plan;
    if (groups.length === 0) return constant(matchAll, startingScore(this.plan));
    const queries = this.#groups();
    const phrases = this.pairs.map(({ query }) => query);
    const enough = anyOf(queries, minimumMatch);
    const should = [...queries, ...phrases, ...this.#nearScores];
    if (promoted.length > 0 || this.plan.near !== undefined)
      return { bool: { filter: [anyOf([enough, ...this.#anyway])], should } };
    return phrases.length === 0 ? enough : { bool: { must: [enough], should: phrases } };
  }

  /** The items alone, without scores; all filters count. */
  get counted(): Dsl {
    const { groups, minimumMatch, filters, excluded } = this.plan;
    const wanted = groups.length === 0 ? [] : [anyOf([anyOf(this.#groups(), minimumMatch), ...this.#anyway])];
    const unwanted = [...this.#unwanted(excluded), ...this.#hidden];
    const filter = [...wanted, ...filters.map((one) => filterQuery(this.fields, one))];
    return { bool: { filter, ...(unwanted.length > 0 && { must_not: unwanted }) } };
  }

  get hasFacetFilters(): boolean {
    return this.#facetFilters.length > 0;
  }

  get #facetFilters(): readonly Filter[] {
    return this.plan.filters.filter(
      ({ field, isExcluding }) => isExcluding !== true && this.plan.facets.some((facet) => facet.field === field),
    );
  }

  /** Without the filters of facets, as each facet counts as if its own were not set. */
  get query(): Dsl {
    const others = this.plan.filters.filter((filter) => !this.#facetFilters.includes(filter));
    return {
      bool: {
        must: [this.#weighed(this.#words())],
        filter: others.map((filter) => filterQuery(this.fields, filter)),
        must_not: [...this.#unwanted(this.plan.excluded), ...this.#hidden],
      },
    };
  }

  filtersBut(field: string | null): Dsl {
    return allOf(this.#facetFilters.filter((one) => one.field !== field).map((one) => filterQuery(this.fields, one)));
  }

  /** Matches the item anyway, and reports the filters that it passes and the excluded words that it has. */
  explaining(itemId: string): Dsl {
    const { filters, excluded } = this.plan;
    const should = [...this.#groups(), ...this.pairs.map(({ query }) => query), ...this.#nearScores];
    const words = { bool: { must: [constant(matchAll, startingScore(this.plan))], should } };
    const others = [
      ...filters.map((filter, index) => constant(filterQuery(this.fields, filter), 0, this.#named(`filter.${index}`))),
      ...this.#unwanted(excluded).map((query, index) => constant(query, 0, this.#named(`excluded.${index}`))),
      constant(anyOf(this.#hidden), 0, this.#named('hidden')),
    ];
    return { bool: { filter: [withIds([itemId])], must: [this.#weighed(words)], should: others } };
  }
}
