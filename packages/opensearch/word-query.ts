import { type Alternative, isAskedFor, type SearchField } from '#engine/plan.ts';
import { scoring } from '#engine/query/scoring.ts';
import type { Breadth } from './breadth.ts';
import { anyOf, named, unitsPerScore, type Dsl } from './dsl.ts';
import { prefixesSuffix, termsField, type IndexFields, type WordField } from './index/index-fields.ts';
import { maxIndexedPrefix } from './limits.ts';

/** Part of the names of what the lighter fields of a wide collection give together. */
export const othersName = 'others';

export const isStemmed = (alternative: Alternative): boolean => alternative.kind === 'stem' || alternative.isStemmed === true;

export interface SearchedField {
  readonly field: WordField;
  readonly path: string;
  readonly weight: number;
}

/** The longest beginning of a prefix that is a term of the index. */
const indexedPart = (prefix: string): string => Array.from(prefix).slice(0, maxIndexedPrefix).join('');
export const isIndexedPrefix = (prefix: string): boolean => indexedPart(prefix) === prefix;

/** Where a term of an alternative stands in a field; null where the field doesn't have its kind. */
export function pathOf(alternative: Alternative, field: WordField): string | null {
  if (isStemmed(alternative)) return field.stems;
  return alternative.kind === 'prefix' ? `${field.words}${prefixesSuffix}` : field.words;
}

function weightOf(field: SearchField, alternative: Alternative): number {
  if (!isAskedFor(field, alternative)) return 0;
  return Math.max(0, alternative.kind === 'prefix' ? field.weight * field.wildcard : field.weight);
}

/** Heaviest first. */
export function searchedFields(fields: IndexFields, plan: readonly SearchField[], alternative: Alternative): SearchedField[] {
  const found = fields.words.flatMap((field) => {
    const searched = plan.find(({ name }) => name === field.name);
    const weight = searched === undefined ? 0 : weightOf(searched, alternative);
    const path = pathOf(alternative, field);
    return weight > 0 && path !== null ? [{ field, path, weight }] : [];
  });
  return found.sort((a, b) => b.weight - a.weight);
}

/**
 * Fields that are looked at one by one, and those that are looked at together. In a wide collection the first are those that have the
 * alternative, as far as `paths` knows: then nearly nothing is left for the others, and what is written meanwhile is still found.
 */
export function dividedFields(
  searched: readonly SearchedField[],
  { ownFields }: Breadth,
  paths: ReadonlySet<string> | null,
): readonly [SearchedField[], SearchedField[]] {
  if (searched.length <= ownFields + 1) return [[...searched], []];
  const having = paths === null ? searched : searched.filter(({ path }) => paths.has(path));
  const own = having.slice(0, ownFields);
  return [own, searched.filter((one) => !own.includes(one))];
}

/** A prefix longer than the index knows is looked for by its beginning, among what goes on as it does. */
function withWholePrefix(query: Dsl, prefix: string, path: string): Dsl {
  return { bool: { must: [query], filter: [{ prefix: { [path]: prefix } }] } };
}

/** A field's share of the match, not yet saturated. */
function ownQuery({ kind, terms, gap = 0 }: Alternative, { field, path, weight }: SearchedField, name?: string): Dsl {
  const [first = ''] = terms;
  // A phrase is weighed once for each of its terms.
  if (terms.length > 1)
    return { match_phrase: { [path]: { query: terms.join(' '), slop: gap, boost: weight / terms.length, ...named(name) } } };
  if (kind !== 'prefix' || isIndexedPrefix(first)) return { term: { [path]: { value: first, boost: weight, ...named(name) } } };
  const beginning = { term: { [path]: { value: indexedPart(first), boost: weight, ...named(name) } } };
  return withWholePrefix(beginning, first, field.words);
}

/** The share of several fields, weighed as if they were one; OpenSearch wants weights from 1 on. */
function togetherQuery({ kind, terms }: Alternative, searched: readonly SearchedField[], name?: string): Dsl {
  const [first = ''] = terms;
  const least = Math.min(...searched.map(({ weight }) => weight));
  const fields = searched.map(({ path, weight }) => `${path}^${weight / least}`);
  const isLong = kind === 'prefix' && !isIndexedPrefix(first);
  const query = { combined_fields: { query: isLong ? indexedPart(first) : first, fields, boost: least, ...named(name) } };
  return isLong ? withWholePrefix(query, first, termsField) : query;
}

export const fieldFilter = (alternative: Alternative, searched: SearchedField): Dsl => ownQuery(alternative, searched);

interface Shares {
  readonly breadth: Breadth;
  readonly paths: ReadonlySet<string> | null;
  readonly name?: string | undefined;
}

/** With the sums of what fields say, named `<name>.<number of the word field>` and `<name>.others`. */
export function sharesQuery(
  alternative: Alternative,
  fields: IndexFields,
  searched: readonly SearchedField[],
  { breadth, paths, name }: Shares,
): Dsl {
  const nameOf = (part: number | string): string | undefined => (name === undefined ? undefined : `${name}.${part}`);
  const ownOf = (one: SearchedField): Dsl => ownQuery(alternative, one, nameOf(fields.words.indexOf(one.field)));
  if (alternative.terms.length > 1) {
    const [having, rest] = dividedFields(searched, { ...breadth, ownFields: breadth.adjacentFields }, paths);
    return anyOf([...having, ...rest].slice(0, breadth.adjacentFields).map(ownOf));
  }
  const [own, others] = dividedFields(searched, breadth, paths);
  return anyOf([...own.map(ownOf), ...(others.length === 0 ? [] : [togetherQuery(alternative, others, nameOf(othersName))])]);
}

/** The least score is one unit, so that every match counts. */
const saturated = `Math.max(1.0, Math.rint(params.full * _score / (${scoring.saturation} + _score))) / ${unitsPerScore}.0`;

/** The score of an alternative in BM25F: shares of fields saturate together, times how rare and how good a match it is. */
export function scoredQuery(shares: Dsl, idf: number, weight: number, name?: string): Dsl {
  const full = idf * weight * (scoring.saturation + 1) * unitsPerScore;
  return { script_score: { query: shares, script: { source: saturated, params: { full } }, ...named(name) } };
}

export const bestOf = (queries: readonly Dsl[]): Dsl => ({ dis_max: { queries } });
