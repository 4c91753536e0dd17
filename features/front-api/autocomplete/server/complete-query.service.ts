import type { Banner } from '#contract/search.ts';
import { itemsOfOtherCollections, usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import type { ShopApp } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { after, all, begin, both, run, wait, type Work } from '#process-kit/work.ts';
import { searchCollection } from '#server/search/project-search.ts';
import type { LiveRelease, PanelColumn } from '#server/rules/releases/live-release.ts';
import { foundItemsPieces, shownAnswer } from '#server/search/shown-answer.ts';
import { jsonBytes, listPieces, type JsonPiece } from '#server/formats/json-body.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import type { PhraseSuggestion } from '#engine/query/pipeline.ts';
import type { FacetRequest } from '#engine/plan.ts';
import { pathSeparator } from '#contract/item.ts';
import { maximumFacetValues } from '#contract/limits.ts';
import type { Facet, FacetValue, Hit } from '#engine/port.ts';
import { completeWords, countPhrases, type Suggestion } from './suggested-words.service.ts';

/** Phrases first, then words by frequency; one form of a word, and never the typed text. */
function suggestionsOf(
  phrases: readonly PhraseSuggestion[],
  words: readonly (readonly Suggestion[])[],
  limit: number,
  { typed, language }: { readonly typed: string; readonly language: string },
): Suggestion[] {
  const { tokens, stem } = analyserOf(language);
  const first = joined(phrases.map(({ text, itemCount }) => ({ text, item_count: itemCount })));
  const known = new Set<string>();
  const isNew = ({ text, item_count: count }: Suggestion): boolean => {
    const form = tokens(text).map(stem).join(' ');
    if (count === 0 || text.toLowerCase() === typed || known.has(form)) return false;
    known.add(form);
    return true;
  };
  return [...first, ...mostFrequent(joined(words.flat()))].filter(isNew).slice(0, limit);
}

function joined(suggestions: readonly Suggestion[]): Suggestion[] {
  const byText = new Map<string, Suggestion>();
  for (const { text, item_count: count } of suggestions) {
    const same = byText.get(text.toLowerCase());
    byText.set(text.toLowerCase(), { text: same?.text ?? text, item_count: (same?.item_count ?? 0) + count });
  }
  return [...byText.values()];
}

const mostFrequent = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.toSorted((one, other) => other.item_count - one.item_count);

export interface FoundForPanel {
  readonly id: number;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly hits: readonly Hit[];
  readonly totalCount: number;
  readonly facets: readonly Facet[];
}

const ofKind = (columns: readonly PanelColumn[], kind: PanelColumn['kind'], id: number | null): PanelColumn[] =>
  columns.filter((column) => column.kind === kind && (kind === 'phrases' || column.collection_id === id));

const mostOf = (columns: readonly PanelColumn[]): number => Math.max(0, ...columns.map(({ limit }) => limit));

const panelPhrases = (columns: readonly PanelColumn[]): number => mostOf(ofKind(columns, 'phrases', null));
const panelItems = (columns: readonly PanelColumn[], id: number): number => mostOf(ofKind(columns, 'items', id));
const panelFacets = (columns: readonly PanelColumn[], id: number): FacetRequest[] =>
  ofKind(columns, 'values', id).map(({ field }) => ({ field, limit: maximumFacetValues }));

function panelPieces(
  columns: readonly PanelColumn[],
  suggestions: readonly Suggestion[],
  parts: readonly FoundForPanel[],
): JsonPiece[] {
  const byId = new Map(parts.map((part) => [part.id, part]));
  const written = columns.flatMap(({ kind, collection_id, field, title, limit }) => {
    const part = collection_id === null ? undefined : byId.get(collection_id);
    if (kind !== 'phrases' && part === undefined) return [];
    const usual = kind === 'items' ? part?.name : kind === 'values' ? (part?.labels.get(field) ?? field) : '';
    const column = { kind, collection_id, field, title: title || (usual ?? '') };
    if (kind === 'phrases' || part === undefined)
      return [
        columnPieces(
          column,
          suggestions.slice(0, limit).map(({ text, item_count: count }) => ({ text, count })),
          [],
          0,
        ),
      ];
    const values = part.facets.find((facet) => facet.field === field)?.values ?? [];
    return kind === 'values'
      ? [columnPieces(column, telling(values).slice(0, limit), [], part.totalCount)]
      : [columnPieces(column, [], part.hits.slice(0, limit), part.totalCount)];
  });
  return listPieces(written);
}

const columnPieces = (column: object, values: readonly object[], hits: readonly Hit[], totalCount: number): JsonPiece[] => [
  `${JSON.stringify({ ...column, values, total_count: totalCount }).slice(0, -1)},"items":`,
  ...foundItemsPieces(hits),
  '}',
];

/** A category with a single child is no choice. */
function telling(values: readonly FacetValue[]): { text: string; count: number }[] {
  const texts = values.map(({ value, count }) => ({ text: String(value), count }));
  return texts.filter(
    ({ text, count }) => !texts.some((other) => other.count === count && other.text.startsWith(text + pathSeparator)),
  );
}

interface NamedCollection {
  readonly id: number;
  readonly name: string;
}

interface Completion {
  readonly q: string;
  readonly limit: number | undefined;
}

interface Place {
  readonly release: Pick<LiveRelease, 'rules' | 'columns'>;
  readonly signal: AbortSignal;
}

function completeIn(
  app: Pick<ShopApp, 'engine' | 'releases' | 'embeddings'>,
  project: ProjectScope,
  { id, name }: NamedCollection,
  { q, limit, isFirst, phrases }: Completion & { readonly isFirst: boolean; readonly phrases: readonly PhraseSuggestion[] },
  { release: { columns }, signal }: Place,
) {
  const ofPanel = { items: panelItems(columns ?? [], id), facets: panelFacets(columns ?? [], id) };
  return searchCollection(
    app,
    project,
    id,
    (search) => {
      const { autocomplete, results } = search.relevance.front;
      const { perPage, labels } = results.autocomplete;
      const usual = isFirst ? usualSuggestions : itemsOfOtherCollections;
      const wanted = limit === undefined ? (perPage ?? usual) : isFirst ? limit : Math.min(limit, itemsOfOtherCollections);
      const request = { ...plainRequest(q, Math.max(wanted, ofPanel.items)), facets: ofPanel.facets };
      const most = Math.max(limit ?? usualSuggestions, panelPhrases(columns ?? []));
      const suggested = both(begin(completeWords(search, q, most)), begin(countPhrases(search, phrases)));
      const completed = both(autocomplete.length > 0 ? search.complete(request) : null, suggested);
      return after(completed, ([answer, [asTyped, phraseCounts]]) => {
        const meant = asTyped.length > 0 ? null : (answer?.correctedQuery ?? null);
        const { hits = [], banners = [] } = answer === null ? {} : shownAnswer(answer, search.relevance, 'autocomplete');
        const facets = answer?.facets ?? [];
        const counts = { totalCount: answer?.totalCount ?? 0, took: answer?.took ?? 0 };
        const items = foundItemsPieces(hits.slice(0, wanted));
        return after(meant === null ? asTyped : run(completeWords(search, meant, most)), (words) => {
          return {
            id,
            name,
            language: search.session.layout?.language ?? search.relevance.layout.language,
            isCorrected: answer?.correctedQuery != null,
            labels,
            hits,
            facets,
            banners,
            ...counts,
            items,
            words,
            phraseCounts,
          };
        });
      });
    },
    signal,
  );
}

/** Replaces the result of a collection that only a correction matches, where another one matches the query as typed. */
const nothingFound = { hits: [], facets: [], banners: [], totalCount: 0, items: listPieces([]), words: [] };

export interface CompletedQuery {
  readonly json: Buffer;
  readonly itemCount: number;
  readonly banners: readonly Banner[];
}

export function* completeQuery(
  app: Pick<ShopApp, 'engine' | 'releases' | 'embeddings'>,
  project: ProjectScope,
  known: readonly NamedCollection[],
  asked: Completion,
  place: Place,
): Work<CompletedQuery> {
  const { rules, columns } = place.release;
  const limit = asked.limit ?? usualSuggestions;
  const most = Math.max(limit, panelPhrases(columns ?? []));
  const phrases = rules.flatMap((rule) => rule.suggest?.(asked.q, most) ?? []);
  const completed = yield* wait(
    all(known.map((one, at) => begin(completeIn(app, project, one, { ...asked, phrases, isFirst: at === 0 }, place)))),
  );
  const isFoundAsTyped = completed.some(({ totalCount, isCorrected }) => totalCount > 0 && !isCorrected);
  const parts = completed.map((part) => (isFoundAsTyped && part.isCorrected ? { ...part, ...nothingFound } : part));
  const [main] = parts;
  const found = parts.filter(({ totalCount }) => totalCount > 0);
  const byCollection = found.map(({ id, name, items, totalCount }) => [
    `{"id":${id},"name":${JSON.stringify(name)},"items":`,
    ...items,
    `,"total_count":${totalCount}}`,
  ]);
  const words = parts.map((part) => part.words);
  const counted = phrases.map(({ text, itemCount }) => ({
    text,
    itemCount: itemCount || parts.reduce((sum, { phraseCounts }) => sum + (phraseCounts.get(text) ?? 0), 0),
  }));
  const typed = asked.q.trim().toLowerCase();
  const suggestions = suggestionsOf(counted, words, most, { typed, language: main?.language ?? '' });
  const banners = parts.flatMap((part) => part.banners);
  const others = JSON.stringify({
    suggestions: suggestions.slice(0, limit),
    total_count: main?.totalCount ?? 0,
    took: Math.max(0, ...parts.map(({ took }) => took)),
    ...(banners.length > 0 && { banners }),
  });
  const panel = columns === null ? [] : ['"columns":', ...panelPieces(columns, suggestions, parts), ','];
  const items = main?.items ?? listPieces([]);
  const json = jsonBytes(['{"items":', ...items, ',"collections":', ...listPieces(byCollection), ',', ...panel, others.slice(1)]);
  return { json, itemCount: found.reduce((sum, { totalCount }) => sum + totalCount, 0), banners };
}
