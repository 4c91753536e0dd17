import * as z from 'zod/mini';
import { inCollection } from '#contract/crud.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maximumCuratedItems, maximumItemIdLength } from '#contract/limits.ts';

export const findCatalogueItems = endpoint('POST /api/curation/items', {
  onlyAsks: true,
  needs: 'search',
  summary: 'Finds items of the whole catalogue by their id or a search, or tells which of a list of ids there are',
  input: z.object({
    ...inCollection,
    /** The item with this id comes first, followed by a search without curations and replacing terms. */
    q: z._default(z.string().check(z.maxLength(1000)), ''),
    ids: z._default(
      z.array(z.string().check(z.maxLength(maximumItemIdLength))).check(z.maxLength(maximumCuratedItems, { error: 'tooMany' })),
      [],
    ),
    limit: z._default(z.int().check(z.positive(), z.maximum(20)), 6),
  }),
  output: z.object({
    /** The fields that people know items by, if they have them. */
    items: z.array(z.looseObject({ id: z.string() })),
    /** Those of `ids` that are not in the catalogue. */
    unknown_ids: z.array(z.string()),
  }),
  errors: ['searchDown'],
  aliases: { collection_id: 'c' },
});
