import { randomUUID } from 'node:crypto';
import type { FoundItem, SearchData } from '#contract/search.ts';
import type { Highlights } from '#engine/highlights.ts';
import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/search.ts';

/** An engine's answer as callers get it. Every answer has an id of its own, for the events that follow. */
export const searchDataOf = (answer: SearchAnswer): SearchData => ({
  items: answer.hits.map(foundItemOf),
  total_count: answer.totalCount,
  total_pages: answer.totalPages,
  took: answer.took,
  facets: answer.facets.map(({ values, ...facet }) => ({ ...facet, values: [...values] })),
  query_id: randomUUID(),
  is_relaxed: answer.relaxed,
  corrected_query: answer.correctedQuery,
  redirect: answer.redirect,
  ...(answer.highlights && { highlights: Object.fromEntries([...answer.highlights].map(([id, one]) => [id, fieldsOf(one)])) }),
});

const fieldsOf = (highlights: Highlights) =>
  Object.fromEntries(
    Object.entries(highlights).map(([field, fragments]) => [
      field,
      fragments.map((parts) => parts.map(({ text, isMatch }) => ({ text, is_match: isMatch }))),
    ]),
  );

/** The item's own fields never overwrite what the search says of it. */
export const foundItemOf = ({ id, item, score, variantCount, promoted }: Hit): FoundItem => ({
  ...item.fields,
  id,
  score,
  variant_count: variantCount,
  is_promoted: promoted,
});
