import type { Item } from '#contract/item.ts';
import { dayNumber } from '#contract/values/boost-amount.ts';
import {
  explainResolved,
  runSearch,
  resolveQuery,
  type SearchAnswer,
  type ExplainedScore,
  type ResolvedQuery,
} from '#engine/query/resolve/run-search.ts';
import type { Nearest } from '#engine/query/resolve/rescue.ts';
import { maxResultWindow, plainPlan } from '#engine/plan.ts';
import { after, type Awaitable, run, wait, type Work } from '#process-kit/work.ts';
import type { DatedRequest, Rule, SearchRequest } from '#engine/query/pipeline.ts';
import type { Facet, Hit, SearchSession } from '#engine/port.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { App, ShopApp } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';
import type { CollectionRelease, LiveRelease } from '#server/rules/releases/live-release.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';
import { plainRequest } from './search-request.ts';

export const engineCollection = (collectionId: number): string => `collection-${collectionId}`;

export interface PreviewedSettings extends Partial<CollectionRelease> {
  readonly rules?: readonly Rule[];
}

/** One release and one generation however often it asks: front API, query tester and previews all search by it. */
export class CollectionSearch {
  readonly relevance: CollectionRelease;
  readonly rules: readonly Rule[];
  readonly session: SearchSession;
  /** Days since 1970. */
  readonly today: number;
  readonly #nearest: Nearest | null;

  constructor(
    relevance: CollectionRelease,
    rules: readonly Rule[],
    session: SearchSession,
    today: number,
    nearest: Nearest | null = null,
  ) {
    this.relevance = relevance;
    this.rules = rules;
    this.session = session;
    this.today = today;
    this.#nearest = nearest;
  }

  #asked(relevance: CollectionRelease, request: SearchRequest): DatedRequest {
    return { ...openRequest(relevance, withCategory(relevance, request)), today: this.today };
  }

  /** Items have the name of the collection's name field. */
  find(request: SearchRequest, tried?: PreviewedSettings): Awaitable<SearchAnswer> {
    if (tried === undefined) return this.#find(this.relevance, this.rules, request);
    const { rules = this.rules, ...relevance } = tried;
    return this.#find({ ...this.relevance, ...relevance }, rules, request);
  }

  /** `find` by an unfinished query, in the fields of autocomplete only. */
  complete(request: SearchRequest): Awaitable<SearchAnswer> {
    return this.#find(completing(this.relevance), this.rules, { ...request, isTyping: true });
  }

  #find(relevance: CollectionRelease, rules: readonly Rule[], request: SearchRequest): Awaitable<SearchAnswer> {
    if (request.page * request.perPage > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
    const answered = runSearch(this.session, relevance, rules, this.#asked(relevance, request), this.#nearest);
    const nameField = relevance.front.nameField ?? itemName;
    if (nameField === itemName) return answered;
    return after(answered, (answer) => ({ ...answer, hits: answer.hits.map((hit) => named(hit, nameField)) }));
  }

  resolve(request: SearchRequest, { rules = this.rules, ...relevance }: PreviewedSettings = {}): Promise<ResolvedQuery> {
    const asked = this.#asked(this.relevance, request);
    return resolveQuery(this.session, { ...this.relevance, ...relevance }, rules, asked, this.#nearest);
  }

  explainResolved(resolved: ResolvedQuery, itemId: string): Promise<ExplainedScore | null> {
    return explainResolved(this.session, resolved, itemId);
  }

  /** In the order of `ids`; unknown ids are skipped. */
  async items(ids: readonly string[]): Promise<Item[]> {
    return this.named(await this.session.items(ids));
  }

  named(items: Item[]): Item[] {
    const nameField = this.relevance.front.nameField ?? itemName;
    return nameField === itemName ? items : items.map((item) => namedItem(item, nameField));
  }

  /** null for a field that the generation doesn't count. */
  async valuesOf(field: string, limit: number): Promise<Facet | null> {
    const { facets } = await this.session.search({ ...plainPlan, facets: [{ field, limit }] });
    return facets[0] ?? null;
  }
}

interface Searching {
  readonly signal?: AbortSignal | undefined;
  readonly tried?: Previewed | undefined;
}

/** One search of a collection. An aborted signal ends it. Throws `notFound`. */
export async function inCollection<Result>(
  app: App,
  project: ProjectScope,
  collectionId: number,
  work: (search: CollectionSearch) => Awaitable<Result>,
  { signal, tried }: Searching = {},
): Promise<Result> {
  // Loops of searches yield to calls.
  await breathe();
  return run(searchingBy(app, searchSettings(app, project, collectionId, tried), collectionId, work, signal));
}

const breathe = inSlices();

/** `inCollection` as work, for the front API. */
export const searchCollection = <Result>(
  app: Pick<ShopApp, 'engine' | 'releases' | 'embeddings'>,
  project: ProjectScope,
  collectionId: number,
  work: (search: CollectionSearch) => Awaitable<Result>,
  signal: AbortSignal,
  isGroupB = false,
): Work<Result> =>
  searchingBy(
    app,
    after(app.releases.live(project), (release) =>
      settingsIn(isGroupB ? (release.variants?.get(collectionId)?.release ?? release) : release, collectionId),
    ),
    collectionId,
    work,
    signal,
  );

function* searchingBy<Result>(
  app: Pick<ShopApp, 'engine' | 'embeddings'>,
  settings: Awaitable<ReturnType<typeof settingsIn>>,
  collectionId: number,
  work: (search: CollectionSearch) => Awaitable<Result>,
  signal: AbortSignal | undefined,
): Work<Result> {
  const { relevance, rules } = yield* wait(settings);
  const session = yield* wait(app.engine.open(engineCollection(collectionId), signal));
  try {
    const { embeddings } = app;
    const nearest = embeddings && ((text: string) => embeddings.nearest(collectionId, text));
    return yield* wait(work(new CollectionSearch(relevance, rules, session, dayNumber(Date.now()), nearest)));
  } finally {
    session.close();
  }
}

/** null while search is down. */
export async function unlessSearchDown<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SearchDownError) return null;
    throw error;
  }
}

/** Private fields don't exist for shops: they can't be counted or sorted by. */
function openRequest({ front }: CollectionRelease, request: SearchRequest): SearchRequest {
  if (front.hidden.length === 0) return request;
  const hidden = new Set(front.hidden);
  const isOpen = ({ field }: { readonly field: string }): boolean => !hidden.has(field);
  return {
    ...request,
    filters: request.filters.map((filter) =>
      isOpen(filter)
        ? filter
        : { ...(filter.isExcluding && { isExcluding: filter.isExcluding }), field: filter.field, anyOf: [] },
    ),
    facets: request.facets.filter(isOpen),
    sort: request.sort.filter(isOpen),
  };
}

/** A search by one category alone is for that category. */
export function withCategory({ front: { catalog } }: CollectionRelease, request: SearchRequest): SearchRequest {
  const { category, filters, query } = request;
  const [first, ...others] = filters;
  if (category !== undefined || first === undefined || others.length > 0 || first.field !== catalog.pathField) return request;
  if (first.isExcluding === true || !('anyOf' in first) || first.anyOf.length !== 1 || query.trim() !== '') return request;
  return { ...request, category: String(first.anyOf[0]) };
}

const completings = new WeakMap<CollectionRelease, CollectionRelease>();

export function completing(relevance: CollectionRelease): CollectionRelease {
  const known = completings.get(relevance) ?? completingFields(relevance);
  completings.set(relevance, known);
  return known;
}

function completingFields(relevance: CollectionRelease): CollectionRelease {
  const names = new Set(relevance.front.autocomplete);
  const fields = Object.entries(relevance.fields).map(
    ([name, field]) => [name, { ...field, searchable: field.searchable && names.has(name) }] as const,
  );
  return { ...relevance, fields: Object.fromEntries(fields) };
}

export const itemName = 'name';

const named = (hit: Hit, nameField: string): Hit => ({ ...hit, item: namedItem(hit.item, nameField) });

function namedItem(item: Item, nameField: string): Item {
  const { id, fields } = item;
  const name = fields[nameField];
  return name === undefined ? item : { id, fields: { ...fields, [itemName]: name } };
}

/** Throws `notFound`. */
export function searchSettings(app: App, project: ProjectScope, collectionId: number, tried?: Previewed) {
  return after(tried === undefined ? app.releases.live(project) : app.releases.preview(project, tried), (release) =>
    settingsIn(release, collectionId, tried),
  );
}

function settingsIn(release: LiveRelease, collectionId: number, tried?: Previewed) {
  const relevance = release.relevance[collectionId];
  if (!relevance) throw typeof tried?.from === 'number' ? fail('notInRelease') : fail('notFound', { name: 'collection' });
  return { relevance, rules: release.rulesOf(collectionId) };
}

/** They could hide an item from a search for its own name. */
const skippedStages = new Set(['fixit', 'curations']);

/** The item whose id was typed comes first. */
export async function catalogueItems(search: CollectionSearch, typed: string, limit: number): Promise<Item[]> {
  const query = typed.trim();
  const byId = query === '' ? [] : await search.items([query]);
  const rules = search.rules.filter(({ stage }) => !skippedStages.has(stage));
  const { hits } = await search.find(plainRequest(query, limit), { rules });
  const found = hits.map(({ item }) => item).filter(({ id }) => id !== query);
  return [...byId, ...found].slice(0, limit);
}
