import { randomUUID } from 'node:crypto';
import type { FieldValue, Item } from '#contract/item.ts';
import type { Banner, FoundItem, SearchData, SearchWarning } from '#contract/search.ts';
import type { Facet, FacetValue, Highlights, Hit, TraceEntry } from '#engine/port.ts';
import { fieldsBytesOf, itemNamesClash } from '#engine/index/stored-item.ts';
import { type JsonPiece, jsonBytes, listPieces } from '#server/formats/json-body.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { type CollectionRelease, type ResultKind, resultKinds } from '#server/rules/releases/live-release.ts';
import { withoutTags } from '#engine/query/analysis/plain-text.ts';

const collators = new Map<string, Intl.Collator>();

/** Natural order: 8 GB before 16 GB. */
export function compareTexts(language: string): (one: string, other: string) => number {
  let collator = collators.get(language);
  if (collator === undefined) {
    collator = collatorOf(language);
    collators.set(language, collator);
  }
  return collator.compare;
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    // `Intl` doesn't know every language of a project.
    return new Intl.Collator('en', { numeric: true });
  }
}

const ellipsis = '…';

/** Tags take at most so many times the letters of the text. */
const tagShare = 8;

/** Cuts between words. Cut HTML loses its tags, which would stay open. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const plain = text.includes('<') ? textOf(text, maxLength) : text;
  if (plain.length <= maxLength) return plain;
  const room = maxLength - ellipsis.length;
  const part = plain.slice(0, room);
  const words = /\s/.test(plain.charAt(room)) ? part : part.replace(/\s\S*$/u, '');
  return `${words.replace(/[\s\p{Pd},:.]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}${ellipsis}`;
}

/** Stops once there is enough text. */
function textOf(html: string, wanted: number): string {
  for (let length = wanted * tagShare; ; length *= 2) {
    const isWhole = length >= html.length;
    const part = isWhole ? html : html.slice(0, length).replace(/<[^<>]*$/, '');
    const text = withoutTags(part).replaceAll(/\s+/g, ' ').trim();
    if (isWhole || text.length > wanted) return text;
  }
}

export interface ShownAnswer extends SearchAnswer {
  readonly facets: readonly (Facet & { readonly label?: string })[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly warnings?: readonly SearchWarning[];
}

type Fields = Item['fields'];
interface Showing {
  readonly isShown: (name: string) => boolean;
  readonly pick: ((fields: Fields) => Fields) | null;
}

const itemName = 'name';

/** The only place that picks fields: those that the settings show, in their order, cut and labelled; never private ones. */
export function shownAnswer(found: SearchAnswer, relevance: CollectionRelease, kind: ResultKind): ShownAnswer {
  const answer = found.banners === undefined ? found : withBannersFor(kind, found, found.banners);
  const settings = relevance.front.results[kind];
  const { isShown, pick } = showingOf(relevance, kind);
  const labels = [...settings.labels].filter(([name]) => isShown(name));
  if (pick === null && settings.facets.length + labels.length === 0) return answer;
  return {
    ...answer,
    hits: pick === null ? answer.hits : answer.hits.map((hit): Hit => ({ ...hit, item: picked(hit.item, pick) })),
    facets: shownFacets(answer.facets, relevance, kind, isShown),
    highlights: answer.highlights && shownHighlights(answer.highlights, isShown),
    ...(labels.length > 0 && { labels: Object.fromEntries(labels) }),
  };
}

function withBannersFor(kind: ResultKind, { banners: _all, ...answer }: SearchAnswer, all: readonly Banner[]): SearchAnswer {
  const banners = all.filter(({ place }) => (place === 'panel') === (kind === 'autocomplete'));
  return banners.length === 0 ? answer : { ...answer, banners };
}

export function shownItem(item: Item, relevance: CollectionRelease, kind: ResultKind): Item {
  const { pick } = showingOf(relevance, kind);
  return pick === null ? item : picked(item, pick);
}

/** All fields that any kind of answer shows, uncut. */
export function wholeItem({ id, fields }: Item, relevance: CollectionRelease): Item {
  const showings = resultKinds.map((kind) => showingOf(relevance, kind));
  const shown = Object.entries(fields).filter(([name]) => showings.some(({ isShown }) => isShown(name)));
  return { id, fields: Object.fromEntries(shown) };
}

const picked = ({ id, fields }: Item, pick: (fields: Fields) => Fields): Item => ({ id, fields: pick(fields) });

const known = new WeakMap<CollectionRelease['front'], Map<ResultKind, Showing>>();

function showingOf({ front }: CollectionRelease, kind: ResultKind): Showing {
  const ofFront = known.get(front) ?? new Map<ResultKind, Showing>();
  known.set(front, ofFront);
  const showing = ofFront.get(kind) ?? makeShowing(front, kind);
  ofFront.set(kind, showing);
  return showing;
}

function makeShowing({ hidden, nameField, results }: CollectionRelease['front'], kind: ResultKind): Showing {
  const kept = new Set(hidden);
  const { fields } = results[kind];
  if (fields === null) {
    const isShown = (name: string): boolean => !kept.has(name);
    const pick = (all: Fields): Fields => Object.fromEntries(Object.entries(all).filter(([name]) => isShown(name)));
    return { isShown, pick: kept.size === 0 ? null : pick };
  }
  // The name replaces the field that it comes from.
  const named = fields.shown.flatMap((one) => (one.name === nameField ? [one, { ...one, name: itemName }] : [one]));
  const lengths = new Map(named.map(({ name, maxLength }) => [name, maxLength]));
  const isShown = (name: string): boolean => !kept.has(name) && (fields.hasOthers || lengths.has(name));
  const pick = (all: Fields): Fields => {
    const entries = new Map(Object.entries(all));
    const first = [...lengths].flatMap(([name, maxLength]) => {
      const value = entries.get(name);
      return value === undefined || kept.has(name) ? [] : [[name, cut(value, maxLength)] as const];
    });
    const others = fields.hasOthers ? [...entries].filter(([name]) => !lengths.has(name) && isShown(name)) : [];
    return Object.fromEntries([...first, ...others]);
  };
  return { isShown, pick };
}

function cut(value: FieldValue, maxLength: number | null): FieldValue {
  if (maxLength === null) return value;
  if (typeof value === 'string') return cutText(value, maxLength);
  if (!Array.isArray(value)) return value;
  return (value as readonly (string | number)[]).map((one) =>
    typeof one === 'string' ? cutText(one, maxLength) : one,
  ) as unknown as FieldValue;
}

function shownFacets(
  facets: readonly Facet[],
  { front, layout }: CollectionRelease,
  kind: ResultKind,
  isShown: (name: string) => boolean,
): ShownAnswer['facets'] {
  const offered = new Map(front.results[kind].facets.map((facet) => [facet.field, facet]));
  const { pathField } = front.catalog;
  const isOpen = ({ field }: Facet): boolean =>
    isShown(field) || (!front.hidden.includes(field) && (offered.has(field) || (kind === 'catalog' && field === pathField)));
  return facets.filter(isOpen).map((facet) => {
    const settings = offered.get(facet.field);
    const label = settings?.label || front.results[kind].labels.get(facet.field);
    const values = settings?.order === 'value' ? facet.values.toSorted(byValue(layout.language)) : facet.values;
    return { ...facet, values, ...(label && { label }) };
  });
}

function byValue(language: string): (one: FacetValue, other: FacetValue) => number {
  const compare = compareTexts(language);
  return ({ value: one }, { value: other }) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
}

const shownHighlights = (
  highlights: ReadonlyMap<string, Highlights>,
  isShown: (name: string) => boolean,
): ReadonlyMap<string, Highlights> =>
  new Map(
    [...highlights].map(([id, byField]) => [
      id,
      Object.fromEntries(Object.entries(byField).filter(([field]) => isShown(field))) as Highlights,
    ]),
  );

export const searchDataOf = (answer: ShownAnswer): SearchData => ({
  items: answer.hits.map(foundItemOf),
  total_count: answer.totalCount,
  total_pages: answer.totalPages,
  took: answer.took,
  facets: answer.facets.map(({ values, ...facet }) => ({ ...facet, values: [...values] })),
  query_id: randomUUID(),
  is_relaxed: answer.relaxed,
  corrected_query: answer.correctedQuery,
  redirect: answer.redirect,
  ...(answer.semanticCount !== undefined && { semantic_count: answer.semanticCount }),
  ...(answer.allWordsCount !== undefined && { all_words_count: answer.allWordsCount }),
  ...(answer.missingWords && {
    missing_words: Object.fromEntries([...answer.missingWords].map(([id, words]) => [id, [...words]])),
  }),
  ...(answer.highlights && { highlights: Object.fromEntries([...answer.highlights].map(([id, one]) => [id, fieldsOf(one)])) }),
  ...(answer.labels && { labels: { ...answer.labels } }),
  ...(answer.banners && { banners: [...answer.banners] }),
  ...(answer.warnings && answer.warnings.length > 0 && { warnings: [...answer.warnings] }),
});

const fieldsOf = (highlights: Highlights) =>
  Object.fromEntries(
    Object.entries(highlights).map(([field, fragments]) => [
      field,
      fragments.map((parts) => parts.map(({ text, isMatch }) => ({ text, is_match: isMatch }))),
    ]),
  );

/** Sources whose keys differ from the names of their steps. */
const sourceOfStep: Readonly<Record<string, string>> = { characters: 'character-filters', fixit: 'fixits' };

export const traceDataOf = (trace: readonly TraceEntry[]): NonNullable<SearchData['trace']> =>
  trace.map(({ ruleId, rows, ...entry }) => ({
    ...entry,
    ...(ruleId !== undefined && { rule_id: ruleId }),
    ...(rows && { rows: rows.map((row) => ({ source: sourceOfStep[entry.step] ?? entry.step, ...row })) }),
  }));

/** Items are copied as they are stored, without parsing. */
export function searchJsonOf(answer: ShownAnswer): Buffer {
  const { items: _items, query_id: _id, ...others } = searchDataOf({ ...answer, hits: [] });
  return jsonBytes(['{"items":', ...foundItemsPieces(answer.hits), ',', JSON.stringify(others).slice(1)]);
}

export const foundItemsPieces = (hits: readonly Hit[]): JsonPiece[] => listPieces(hits.map(foundItemPieces));

const knownOf = ({ id, score, variantCount, promoted }: Hit) => ({
  id,
  score,
  variant_count: variantCount,
  is_promoted: promoted,
});

const foundItemOf = (hit: Hit): FoundItem => ({ ...hit.item.fields, ...knownOf(hit) });

const noFieldsBytes = 2;

function foundItemPieces(hit: Hit): JsonPiece[] {
  const { item } = hit;
  const fields = fieldsBytesOf(item);
  if (fields.length === noFieldsBytes || itemNamesClash(item)) return [JSON.stringify(foundItemOf(hit))];
  const { id, score, variantCount, promoted } = hit;
  const known = `"id":${JSON.stringify(id)},"score":${score},"variant_count":${variantCount},"is_promoted":${promoted}`;
  return [fields.subarray(0, -1), `,${known}}`];
}
