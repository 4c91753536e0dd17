import { type Alternative, isAskedFor, type SearchField, type WordGroup } from '#engine/plan.ts';
import { anyOf, bestOf, matchNone, type Dsl, named } from './dsl.ts';
import { type IndexFields, prefixesSuffix, type WordField } from './index/index-fields.ts';
import { maxIndexedPrefix } from './limits.ts';

export const isStemmed = (alternative: Alternative): boolean => alternative.kind === 'stem' || alternative.isStemmed === true;

interface SearchedField {
  readonly field: WordField;
  readonly path: string;
  readonly weight: number;
}

function pathOf(alternative: Alternative, field: WordField): string | null {
  if (isStemmed(alternative)) return field.stems;
  return alternative.kind === 'prefix' ? `${field.words}${prefixesSuffix}` : field.words;
}

/** The fields that an alternative is looked up in, heaviest first. */
export function searchedFields(fields: IndexFields, searched: readonly SearchField[], alternative: Alternative): SearchedField[] {
  const found = fields.words.flatMap((field) => {
    const wanted = searched.find(({ name }) => name === field.name);
    const path = pathOf(alternative, field);
    if (wanted === undefined || path === null || !isAskedFor(wanted, alternative)) return [];
    const weight = alternative.kind === 'prefix' ? wanted.weight * wanted.wildcard : wanted.weight;
    return weight > 0 ? [{ field, path, weight }] : [];
  });
  return found.sort((a, b) => b.weight - a.weight);
}

/** BM25F over all fields; OpenSearch accepts weights from 1, an eighth of the heaviest. */
function termQuery({ kind, terms, weight }: Alternative, searched: readonly SearchedField[], mostFields: number): Dsl {
  const term = terms[0] ?? '';
  const beginning = Array.from(term).slice(0, maxIndexedPrefix).join('');
  const isLong = kind === 'prefix' && beginning !== term;
  const fields = searched.map((one) => `${one.path}^${Math.max(1, one.weight)}`);
  const query = { combined_fields: { query: isLong ? beginning : term, fields, boost: weight } };
  if (!isLong) return query;
  const whole = searched.slice(0, mostFields).map(({ field }) => ({ prefix: { [field.words]: term } }));
  return { bool: { must: [query], filter: [anyOf(whole)] } };
}

function phraseQuery({ terms, gap = 0, weight }: Alternative, searched: readonly SearchedField[], mostFields: number): Dsl {
  const heaviest = searched[0]?.weight ?? 1;
  const query = terms.join(' ');
  return bestOf(
    searched.slice(0, mostFields).map(({ path, weight: own }) => {
      const boost = (weight * own) / heaviest / terms.length;
      return { match_phrase: { [path]: { query, slop: gap, boost } } };
    }),
  );
}

/** `mostFields` bounds the fields that are looked at one by one: OpenSearch refuses queries of more than 1,024 parts. */
export function alternativeQuery(
  fields: IndexFields,
  searched: readonly SearchField[],
  alternative: Alternative,
  mostFields: number,
): Dsl {
  const own = searchedFields(fields, searched, alternative);
  if (own.length === 0) return matchNone;
  return alternative.terms.length > 1 ? phraseQuery(alternative, own, mostFields) : termQuery(alternative, own, mostFields);
}

/** Items that match a group, scored by its best alternative. With `names` each alternative reports its score as `<name>.<number>`. */
export function groupQuery(
  fields: IndexFields,
  searched: readonly SearchField[],
  { alternatives }: WordGroup,
  mostFields: number,
  { name, namesAlternatives = false }: { readonly name?: string; readonly namesAlternatives?: boolean } = {},
): Dsl {
  const queries = alternatives.map((one, index) => {
    const query = alternativeQuery(fields, searched, one, mostFields);
    return namesAlternatives ? { bool: { must: [query], ...named(`${name}.${index}`) } } : query;
  });
  return bestOf(queries, name);
}
