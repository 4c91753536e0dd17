import type { PluginStart } from '#contract/plugin/plugin-settings.ts';
import type { CollectionRelease, SortChoice } from '#server/rules/releases/live-release.ts';

/** Rows of four, three and two are whole. */
const usualPerPage = 24;
/** What customers filter by where nobody said anything, as far as items have it; categories come before them. */
const usualFacets = ['price', 'brand'];
const price = 'price';

type Shown = Pick<PluginStart, 'facets' | 'sorts' | 'per_page' | 'labels'>;

/** Of a shop without items. */
export const nothingShown: Shown = { facets: [], sorts: [], per_page: usualPerPage, labels: {} };

const written = ({ field, order }: SortChoice): string => (field === null ? '' : `${field}:${order}`);

/** How results of a collection are filtered and sorted: as the result settings say, otherwise by what most shops have. */
export function shownResults({ front, layout }: CollectionRelease): Shown {
  const { facets, sorts, labels, perPage } = front.results.search;
  const counted = new Set(
    layout.fields.filter((field) => field.facet && !front.hidden.includes(field.name)).map(({ name }) => name),
  );
  const usual = [...(front.catalog.pathField === null ? [] : [front.catalog.pathField]), ...usualFacets];
  return {
    // Those that are set come with the answers, called and counted as they are set.
    facets: facets.length > 0 ? [] : usual.filter((field) => counted.has(field)),
    sorts: sorts.length > 0 ? sorts.map(written) : counted.has(price) ? ['', `${price}:asc`, `${price}:desc`] : [],
    per_page: perPage ?? usualPerPage,
    labels: Object.fromEntries(labels),
  };
}
