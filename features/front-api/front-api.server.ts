import { randomUUID } from 'node:crypto';
import { normaliseQuery } from '#engine/query-draft.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { foundItemsJsonOf, searchJsonOf } from '#server-kit/search-data.ts';
import { parseSearchRequest } from '#server-kit/search-request.ts';
import { frontAutocomplete, frontSearch } from './front-api.contract.ts';
import { frontCallStore } from './front-api.store.ts';
import type { App } from '#server-kit/app.ts';
import { countAttempts } from '#server-kit/attempts.ts';
import { answerPreflight } from '#server-kit/cors.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { engineCollection, searchCollection } from '#server-kit/project-search.ts';
import { serve, WrittenAnswer } from '#server-kit/serve.ts';
import { completeWords } from './autocomplete.ts';

/** One visitor types at most a few letters a second; a shop's own server may ask for many visitors. */
const callsPerAddressAndMinute = 60_000;

/** Visitors type the same beginnings; each is worked out once in a while. */
const autocompleteSeconds = 60;

export function serveFrontApi(app: App): void {
  const collections = collectionStore(app.db);
  const frontCalls = frontCallStore(app.db);
  const calls = countAttempts({ maximum: callsPerAddressAndMinute, windowSeconds: 60 });

  const admit = async (project: ProjectScope, address: string): Promise<void> => {
    calls.take(`${project.id} ${address}`);
    await frontCalls.note(project);
  };

  const mainCollection = async (project: ProjectScope): Promise<number> => {
    const release = await app.releases.live(project);
    const [first] = Object.keys(release.relevance);
    if (first !== undefined) return Number(first);
    const [collection] = await collections.list(project);
    if (!collection) throw fail('notFound', { name: 'collection' });
    return collection.id;
  };

  app.http.options('/front/*', (_request, reply) => answerPreflight(reply));

  serve(app, frontSearch, async (input, { project, address }) => {
    await admit(project, address);
    const answer = await searchCollection(app, project, await mainCollection(project), parseSearchRequest(input));
    return new WrittenAnswer(searchJsonOf(answer));
  });

  /** Phrases of the shop first, then words of its items. */
  const suggestions = async (project: ProjectScope, collectionId: number, q: string, limit: number) => {
    const { rules } = await app.releases.live(project);
    const phrases = rules
      .flatMap((rule) => rule.suggest?.(q, limit) ?? [])
      .map(({ text, itemCount }) => ({ text, item_count: itemCount }));
    const words = await completeWords(app.engine, engineCollection(collectionId), q, limit);
    const known = new Set(phrases.map(({ text }) => text.toLowerCase()));
    const isWanted = (text: string) => !known.has(text) && !rules.some((rule) => rule.hides?.(text));
    return [...phrases, ...words.filter(({ text }) => isWanted(text))].slice(0, limit);
  };

  /** All of an answer but its id, as JSON. */
  const complete = async (project: ProjectScope, collectionId: number, q: string, limit: number): Promise<string> => {
    const request = parseSearchRequest({ q, page: 1, per_page: limit, filters: '', facets: '', sort: '', highlight: '0' });
    const [answer, suggested] = await Promise.all([
      searchCollection(app, project, collectionId, request),
      suggestions(project, collectionId, q, limit),
    ]);
    const others = JSON.stringify({ suggestions: suggested, total_count: answer.totalCount, took: answer.took });
    return `{"items":${foundItemsJsonOf(answer.hits)},${others.slice(1)}`;
  };

  serve(app, frontAutocomplete, async ({ q, limit }, { project, address }) => {
    await admit(project, address);
    const collectionId = await mainCollection(project);
    const [release, status] = await Promise.all([app.releases.live(project), app.engine.status(engineCollection(collectionId))]);
    // A new release or generation has another key, so a change shows at once.
    const key = JSON.stringify(['autocomplete', project.id, release.number, status?.generation, normaliseQuery(q), limit]);
    const answer = await app.cache.get(key, autocompleteSeconds, () => complete(project, collectionId, q, limit));
    return new WrittenAnswer(`{"query_id":"${randomUUID()}",${answer.slice(1)}`);
  });
}
