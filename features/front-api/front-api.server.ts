import { randomUUID } from 'node:crypto';
import { normaliseQuery } from '#engine/query-draft.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { foundItemsJsonOf, searchJsonOf, withoutFields } from '#server-kit/search-data.ts';
import { parseSearchRequest } from '#server-kit/search-request.ts';
import { frontAutocomplete, frontSearch } from './front-api.contract.ts';
import { frontCallStore } from './front-api.store.ts';
import { countSearchedTerms } from '#features/front-api/searched-terms/searched-terms.service.ts';
import type { App } from '#server-kit/app.ts';
import { answerPreflight } from '#server-kit/cors.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { lastKnown } from '#server-kit/last-known.ts';
import { engineCollection, inCollection, searchCollection } from '#server-kit/project-search.ts';
import type { CollectionRelease } from '#server-kit/releases/live-release.ts';
import { serve, WrittenAnswer } from '#server-kit/serve.ts';
import { completeWords, suggestionsOf } from './autocomplete.ts';

/** Visitors type the same beginnings; each is worked out once in a while. */
const autocompleteSeconds = 60;

/** A collection that is called another name is asked for by it after so long at the latest. */
const namesMilliseconds = 5_000;
const rememberedProjects = 10_000;
/** Beside the items of the main collection, a few of each other one fit under a search box. */
const itemsOfOtherCollections = 3;

export function serveFrontApi(app: App): void {
  const collections = collectionStore(app.db);
  const frontCalls = frontCallStore(app.db);
  const searchedTerms = countSearchedTerms(app);

  const names = lastKnown({
    freshMilliseconds: namesMilliseconds,
    maximum: rememberedProjects,
    read: async (projectId): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries((await collections.list({ id: Number(projectId) })).map(({ id, name }) => [id, name])),
  });

  /** The collections of the live release, in their order. Names are asked for once in a while. */
  const all = async (project: ProjectScope): Promise<Named[]> => {
    const { relevance } = await app.releases.live(project);
    const namesById = await names.get(String(project.id));
    return Object.entries(relevance).map(([id, own]) => ({ id: Number(id), name: namesById[id] ?? '', relevance: own }));
  };

  /** The collection as it is live; null while there is nothing to find in it. */
  const shown = async (one: Named): Promise<ShownCollection | null> => {
    const status = await app.engine.status(engineCollection(one.id));
    return status !== null && status.itemCount > 0
      ? { ...one, generation: status.generation, changeNumber: status.changeNumber }
      : null;
  };

  const filled = async (project: ProjectScope): Promise<ShownCollection[]> =>
    (await Promise.all((await all(project)).map(shown))).filter((one) => one !== null);

  /** Mostly the first of all; the others are not loaded for this. */
  const firstFilled = async (known: readonly Named[]): Promise<Named | undefined> => {
    for (const one of known) if ((await shown(one)) !== null) return one;
    return known[0];
  };

  /** The one that a call names by name or id; otherwise the first with items, or the first of all. */
  const chosen = async (project: ProjectScope, wanted: string | undefined): Promise<Named> => {
    const known = await all(project);
    const byName = known.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
    const found = wanted ? (byName ?? known.find(({ id }) => String(id) === wanted)) : await firstFilled(known);
    return foundIn(found, 'collection');
  };

  app.http.options('/front/*', (_request, reply) => answerPreflight(reply));

  serve(app, frontSearch, async ({ collection, visitor, ...input }, caller, _upload, signal) => {
    const { project } = caller;
    // No search waits for it: while an import writes much, a disk may take long to say that it has it.
    void frontCalls.note(project);
    const { id, relevance } = await chosen(project, collection);
    const answer = await searchCollection(app, project, id, parseSearchRequest(input), signal);
    const isAsTyped = answer.correctedQuery === null && !answer.relaxed;
    const itemCount = isAsTyped ? answer.totalCount : 0;
    searchedTerms.note(caller, { collectionId: id, query: input.q, itemCount, visitor, trace: answer.trace });
    return new WrittenAnswer(searchJsonOf(withoutFields(answer, relevance.front.hidden)));
  });

  const completeIn = async (
    project: ProjectScope,
    { id, name, relevance }: Named,
    q: string,
    limit: number,
    signal: AbortSignal,
  ) => {
    const request = parseSearchRequest({ q, page: 1, per_page: limit, filters: '', facets: '', sort: '', highlight: '0' });
    const completes = relevance.front.autocomplete.length > 0;
    const [answer, words] = await inCollection(
      app,
      project,
      id,
      (search) => Promise.all([completes ? search.complete(request) : null, completeWords(search, q, limit)]),
      { signal },
    );
    const hits = answer === null ? [] : withoutFields(answer, relevance.front.hidden).hits;
    return { id, name, items: foundItemsJsonOf(hits), totalCount: answer?.totalCount ?? 0, took: answer?.took ?? 0, words };
  };

  /** All of an answer but its id, as JSON. The first collection is what the shop is mostly about. */
  const complete = async (
    project: ProjectScope,
    known: readonly ShownCollection[],
    q: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<string> => {
    const itemsOf = (place: number): number => (place === 0 ? limit : Math.min(limit, itemsOfOtherCollections));
    const parts = await Promise.all(known.map((one, place) => completeIn(project, one, q, itemsOf(place), signal)));
    const [main] = parts;
    const found = parts.filter(({ totalCount }) => totalCount > 0);
    const byCollection = found.map(
      ({ id, name, items, totalCount }) =>
        `{"id":${id},"name":${JSON.stringify(name)},"items":${items},"total_count":${totalCount}}`,
    );
    const { rules } = await app.releases.live(project);
    const phrases = rules.flatMap((rule) => rule.suggest?.(q, limit) ?? []);
    const words = parts.map((part) => part.words);
    const others = JSON.stringify({
      suggestions: suggestionsOf(phrases, words, limit),
      total_count: main?.totalCount ?? 0,
      took: Math.max(0, ...parts.map(({ took }) => took)),
    });
    return `{"items":${main?.items ?? '[]'},"collections":[${byCollection.join()}],${others.slice(1)}`;
  };

  serve(app, frontAutocomplete, async ({ q, limit }, { project }, _upload, signal) => {
    void frontCalls.note(project);
    const [release, known] = await Promise.all([app.releases.live(project), filled(project)]);
    // A new release, generation or change of an item has another key, so it shows at once.
    const versions = known.map(({ id, name, generation, changeNumber }) => [id, name, generation, changeNumber]);
    const key = JSON.stringify(['autocomplete', project.id, release.number, versions, normaliseQuery(q), limit]);
    const make = (wanted: AbortSignal): Promise<string> => complete(project, known, q, limit, wanted);
    const answer = await app.cache.get(key, autocompleteSeconds, make, signal);
    return new WrittenAnswer(`{"query_id":"${randomUUID()}",${answer.slice(1)}`);
  });
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly relevance: CollectionRelease;
}
/** A collection that has something to find. */
interface ShownCollection extends Named {
  readonly generation: string;
  readonly changeNumber: number;
}
