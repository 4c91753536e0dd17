import { createHash } from 'node:crypto';
import type { Item } from '#contract/item.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { columnValues, textOf } from '#engine/query/analysis/column-values.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { groupField, idField, itemField, sourceField, termsField, type IndexFields } from './index-fields.ts';
import { maxFieldTokens, maxIdBytes } from '#opensearch/limits.ts';

/** The id of an item's document: its own, or a hash where that is too long. */
export function documentId(itemId: string): string {
  const isShort = Buffer.byteLength(itemId) <= maxIdBytes;
  return isShort ? itemId : `sha256:${createHash('sha256').update(itemId).digest('hex')}`;
}

export const groupOfValue = (value: string): string => `g${value}`;
export const groupOfItem = (itemId: string): string => `i${itemId}`;
export const isShared = (group: string): boolean => group.startsWith('g');

function groupOf(item: Item, layout: CollectionLayout): string {
  const value = layout.groupField === null ? undefined : item.fields[layout.groupField];
  if (value === undefined) return groupOfItem(item.id);
  const type = layout.fields.find(({ name }) => name === layout.groupField)?.type ?? 'text';
  const [first] = columnValues(value, { name: '', type, isPath: false });
  return first === undefined ? groupOfItem(item.id) : groupOfValue(String(first));
}

export function fieldTokens(item: Item, name: string, analyser: Analyser): string[] {
  const value = item.fields[name];
  return value === undefined ? [] : analyser.indexTokens(textOf(value)).slice(0, maxFieldTokens);
}

/** What is indexed of an item. A document is made of its item alone, so that single items can be written like a whole collection. */
export function documentOf(item: Item, layout: CollectionLayout, fields: IndexFields, analyser: Analyser): object {
  const document: Record<string, unknown> = {
    [idField]: item.id,
    [itemField]: JSON.stringify(item),
    [groupField]: groupOf(item, layout),
    ...(item.source !== undefined && { [sourceField]: item.source }),
  };
  const terms = new Set<string>();
  for (const { name, words, stems } of fields.words) {
    const tokens = fieldTokens(item, name, analyser);
    if (tokens.length === 0) continue;
    document[words] = tokens.join(' ');
    if (stems !== null) document[stems] = tokens.map(analyser.stem).join(' ');
    for (const token of tokens) terms.add(token);
  }
  document[termsField] = [...terms];
  for (const { layout: column, kind, values, first, valueWords } of fields.values) {
    const value = item.fields[column.name];
    const found = value === undefined ? [] : columnValues(value, column);
    if (found.length === 0) continue;
    document[values] = kind === 'boolean' ? found.map((one) => one === 1) : found;
    document[first] = kind === 'boolean' ? found[0] === 1 : found[0];
    if (valueWords !== null) document[valueWords] = [...new Set(found.flatMap((one) => analyser.indexTokens(String(one))))];
  }
  return document;
}
