import { pathSeparator } from '#contract/item.ts';
import { maximumFacetValues } from '#contract/limits.ts';
import type { FacetRequest } from '#engine/plan.ts';
import type { Facet, FacetValue, Hit } from '#engine/port.ts';
import { type JsonPiece, listPieces } from '#server/formats/json-body.ts';
import { foundItemsPieces } from '#server/search/search-data.ts';
import type { PanelColumn } from '#server/rules/releases/live-release.ts';
import type { Suggestion } from './suggestions.ts';

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

export const panelPhrases = (columns: readonly PanelColumn[]): number => mostOf(ofKind(columns, 'phrases', null));
export const panelItems = (columns: readonly PanelColumn[], id: number): number => mostOf(ofKind(columns, 'items', id));
export const panelFacets = (columns: readonly PanelColumn[], id: number): FacetRequest[] =>
  ofKind(columns, 'values', id).map(({ field }) => ({ field, limit: maximumFacetValues }));

export function panelPieces(
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
