import { itemsOfOtherCollections, usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { panelFacets, panelItems, panelPhrases, panelPieces } from './panel-columns.ts';
import { completeWords, suggestionsOf } from './suggestions.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { inCollection } from '#server/search/project-search.ts';
import type { LiveRelease } from '#server/rules/releases/live-release.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';
import { jsonBytes, listPieces } from '#server/formats/json-body.ts';
import { foundItemsPieces } from '#server/search/search-data.ts';
import { plainRequest } from '#server/search/search-request.ts';

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

async function completeIn(
  app: App,
  project: ProjectScope,
  { id, name }: NamedCollection,
  { q, limit, isFirst }: Completion & { readonly isFirst: boolean },
  { release: { columns }, signal }: Place,
) {
  const ofPanel = { items: panelItems(columns ?? [], id), facets: panelFacets(columns ?? [], id) };
  return inCollection(
    app,
    project,
    id,
    async (search) => {
      const { autocomplete, results } = search.relevance.front;
      const { perPage, labels } = results.autocomplete;
      const usual = isFirst ? usualSuggestions : itemsOfOtherCollections;
      const wanted = limit === undefined ? (perPage ?? usual) : isFirst ? limit : Math.min(limit, itemsOfOtherCollections);
      const request = { ...plainRequest(q, Math.max(wanted, ofPanel.items)), facets: ofPanel.facets };
      const [answer, words] = await Promise.all([
        autocomplete.length > 0 ? search.complete(request) : null,
        completeWords(search, q, Math.max(limit ?? usualSuggestions, panelPhrases(columns ?? []))),
      ]);
      const hits = answer === null ? [] : shownAnswer(answer, search.relevance, 'autocomplete').hits;
      const facets = answer?.facets ?? [];
      const counts = { totalCount: answer?.totalCount ?? 0, took: answer?.took ?? 0 };
      return { id, name, labels, hits, facets, ...counts, items: foundItemsPieces(hits.slice(0, wanted)), words };
    },
    { signal },
  );
}

export interface CompletedQuery {
  readonly json: Buffer;
  readonly itemCount: number;
}

export async function completeQuery(
  app: App,
  project: ProjectScope,
  known: readonly NamedCollection[],
  asked: Completion,
  place: Place,
): Promise<CompletedQuery> {
  const { rules, columns } = place.release;
  const parts = await Promise.all(known.map((one, at) => completeIn(app, project, one, { ...asked, isFirst: at === 0 }, place)));
  const [main] = parts;
  const found = parts.filter(({ totalCount }) => totalCount > 0);
  const byCollection = found.map(({ id, name, items, totalCount }) => [
    `{"id":${id},"name":${JSON.stringify(name)},"items":`,
    ...items,
    `,"total_count":${totalCount}}`,
  ]);
  const limit = asked.limit ?? usualSuggestions;
  const most = Math.max(limit, panelPhrases(columns ?? []));
  const phrases = rules.flatMap((rule) => rule.suggest?.(asked.q, most) ?? []);
  const words = parts.map((part) => part.words);
  const suggestions = suggestionsOf(phrases, words, most);
  const others = JSON.stringify({
    suggestions: suggestions.slice(0, limit),
    total_count: main?.totalCount ?? 0,
    took: Math.max(0, ...parts.map(({ took }) => took)),
  });
  const panel = columns === null ? [] : ['"columns":', ...panelPieces(columns, suggestions, parts), ','];
  const items = main?.items ?? listPieces([]);
  const json = jsonBytes(['{"items":', ...items, ',"collections":', ...listPieces(byCollection), ',', ...panel, others.slice(1)]);
  return { json, itemCount: found.reduce((sum, { totalCount }) => sum + totalCount, 0) };
}
