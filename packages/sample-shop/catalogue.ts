import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Item } from '#contract/item.ts';

export type SampleLanguage = 'cs' | 'en';

interface StoredItem extends Readonly<Record<SampleLanguage, Item['fields']>> {
  readonly id: string;
}

/** One item per line, with its fields per language. `gunzip` shows it, `gzip -9n` packs it. */
const file = new URL('items.ndjson.gz', import.meta.url);

/** In the shop's language; texts of the other one are in own fields. */
export function* sampleShopItems(language: SampleLanguage): Generator<Item> {
  for (const line of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const { id, [language]: fields } = JSON.parse(line) as StoredItem;
    yield { id, fields };
  }
}
