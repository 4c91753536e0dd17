import {
  type PreviewBeside,
  previewedItems,
  previewedPlaces,
  type PreviewedItem,
  type PreviewEndpoint,
} from '#contract/preview.ts';
import type { Item } from '#contract/item.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { inCollection, type PreviewedSettings } from './project-search.ts';
import type { CollectionRelease, LiveRelease } from '#server/rules/releases/live-release.ts';
import { shownAnswer } from './shown-answer.ts';
import { plainRequest } from './search-request.ts';
import { Answer } from '#server/app/serve.ts';

export const previewRequest = (query: string): SearchRequest => plainRequest(query, previewedPlaces);

/** Descriptions would be most of an answer. */
const shownFields = ['name', 'image', 'brand', 'category', 'price', 'currency', 'availability'] as const;

export const shownItem = ({ id, fields }: Item) => ({
  ...Object.fromEntries(shownFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
  id,
});

type ValuesOf = (id: string) => Pick<PreviewedItem, 'values'> | undefined;

/** Also of fields that responses to shops leave out. */
function valuesIn(answers: readonly SearchAnswer[], names: readonly string[]): ValuesOf {
  const items = new Map(answers.flatMap(({ hits }) => hits.map(({ item }) => [item.id, item] as const)));
  return (id) => {
    const fields = items.get(id)?.fields ?? {};
    const found = names.filter((name) => fields[name] !== undefined);
    return found.length === 0 ? undefined : { values: Object.fromEntries(found.map((name) => [name, fields[name]])) };
  };
}

/** The first items of a preview, and those that drop out, with both places. */
export function placedItems(draft: SearchAnswer, live: SearchAnswer, count: number, valuesOf: ValuesOf = () => undefined) {
  const places = placesOf(draft);
  const livePlaces = placesOf(live);
  const placed = (hit: Hit): PreviewedItem => ({
    ...shownItem(hit.item),
    position: places.get(hit.id) ?? null,
    live_position: livePlaces.get(hit.id) ?? null,
    ...valuesOf(hit.id),
  });
  const first = draft.hits.slice(0, count);
  const isAmongFirst = new Set(first.map(({ id }) => id));
  const gone = live.hits.slice(0, count).filter(({ id }) => !isAmongFirst.has(id));
  return { items: first.map(placed), gone: gone.map(placed) };
}

interface PreviewAsked {
  readonly q: string;
  readonly tried: PreviewedSettings;
  /** Whose values are shown with each item. */
  readonly fields?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export const previewOf = (
  app: App,
  project: ProjectScope,
  collectionId: number,
  { q, tried, fields = [], signal }: PreviewAsked,
): Promise<Answer<PreviewEndpoint>> =>
  inCollection(
    app,
    project,
    collectionId,
    async (search) => {
      const request = previewRequest(q);
      const [draft, live] = await Promise.all([search.find(request, tried), search.find(request)]);
      return previewAnswer(...shownBoth(draft, live, search.relevance), valuesIn([draft, live], fields));
    },
    { signal },
  );

interface RulesAsked {
  readonly collectionId: number;
  readonly q: string;
  /** The kind of the rules. */
  readonly source: string;
  /** Replace saved rows with their ids; those without one are new. */
  readonly rows: readonly (object & { readonly id?: number | undefined })[];
  /** For both searches. */
  readonly settings?: Partial<CollectionRelease>;
  readonly signal?: AbortSignal | undefined;
}

/** Compares results with unsaved rules to results without them: of one generation. */
export async function previewOfRules(
  app: App,
  project: ProjectScope,
  { collectionId, q, source, rows, settings = {}, signal }: RulesAsked,
): Promise<Answer<PreviewEndpoint>> {
  const put = rows.map((row, at) => ({ source, row: { ...row, id: row.id ?? -at } }));
  const without = rows.flatMap(({ id }) => (id === undefined ? [] : [{ source, id }]));
  const [tried, before] = await Promise.all([
    app.releases.preview(project, { put }),
    without.length === 0 ? app.releases.live(project) : app.releases.preview(project, { without }),
  ]);
  return inCollection(
    app,
    project,
    collectionId,
    async (search) => {
      const found = ({ rulesOf }: LiveRelease) => search.find(previewRequest(q), { ...settings, rules: rulesOf(collectionId) });
      const [draft, live] = await Promise.all([found(tried), found(before)]);
      return previewAnswer(...shownBoth(draft, live, search.relevance));
    },
    { signal },
  );
}

export const shownBoth = (
  draft: SearchAnswer,
  live: SearchAnswer,
  relevance: CollectionRelease,
): [SearchAnswer, SearchAnswer] => [shownAnswer(draft, relevance, 'search'), shownAnswer(live, relevance, 'search')];

export function previewAnswer(draft: SearchAnswer, live: SearchAnswer, valuesOf?: ValuesOf): Answer<PreviewEndpoint> {
  const { items, gone } = placedItems(draft, live, previewedItems, valuesOf);
  const beside: PreviewBeside = {
    res: { took: { final: draft.took } },
    gone,
    total_count: draft.totalCount,
    live_total_count: live.totalCount,
    redirect: draft.redirect,
  };
  return new Answer<PreviewEndpoint>(items, { beside });
}

const placesOf = ({ hits }: SearchAnswer): ReadonlyMap<string, number> => new Map(hits.map(({ id }, at) => [id, at + 1]));

export const firstItems = 10;

type GroupOf = (hit: Hit) => string | undefined;

/** Group values by item; undefined for items without variants. */
export const groupsOf =
  ({ layout: { groupField: field } }: Pick<CollectionRelease, 'layout'>): GroupOf =>
  ({ item }) => {
    const group = field === null ? undefined : item.fields[field];
    return group === undefined ? undefined : String(group);
  };

/** Same items in the same order, or the same redirect. Variants of one item count as the same. */
export function isSamePage(one: SearchAnswer, other: SearchAnswer, groupOf: GroupOf): boolean {
  const pageOf = ({ hits }: SearchAnswer): string => JSON.stringify(hits.map((hit) => groupOf(hit) ?? [hit.id]));
  return one.redirect === other.redirect && pageOf(one) === pageOf(other);
}
