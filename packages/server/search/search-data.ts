import { randomUUID } from 'node:crypto';
import type { FoundItem, SearchData } from '#contract/search.ts';
import type { Highlights, Hit, TraceEntry } from '#engine/port.ts';
import { fieldsBytesOf, itemNamesClash } from '#engine/index/stored-item.ts';
import { type JsonPiece, jsonBytes, listPieces } from '#server/formats/json-body.ts';
import type { ShownAnswer } from './shown-answer.ts';

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
  ...(answer.highlights && { highlights: Object.fromEntries([...answer.highlights].map(([id, one]) => [id, fieldsOf(one)])) }),
  ...(answer.labels && { labels: { ...answer.labels } }),
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
  return [fields.subarray(0, -1), `,${JSON.stringify(knownOf(hit)).slice(1)}`];
}
