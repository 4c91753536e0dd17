import { expect } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from './read-text.ts';

type Fields = Readonly<Record<string, FieldValue | null>>;

export interface FeedCase {
  readonly what: string;
  readonly text: string;
  /** All items by id, with some of their fields; null where a field must be missing. */
  readonly items: Readonly<Record<string, Fields>>;
  /** Then items are named by their names. */
  readonly ids?: 'generated';
  readonly language?: string;
  readonly siteAddress?: string | null;
}

/** A feed read without settings has these items and no others. */
export async function expectItems({ text, items: expected, ids, language = 'en', siteAddress = null }: FeedCase): Promise<void> {
  const { all } = await readText(text, { language, siteAddress });
  const make = itemMaker(proposeMapping(all, language));
  const items = all
    .flatMap((record) => make(record).item ?? [])
    .map(({ id, fields }) => ({ id: ids === undefined ? id : String(fields.name), fields }));
  expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const { id, fields } of items)
    for (const [field, value] of Object.entries(expected[id]!))
      expect(fields[field], `${id}: ${field}`).toEqual(value ?? undefined);
}
