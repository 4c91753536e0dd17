import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Item } from '#contract/item.ts';

export type SampleLanguage = 'cs' | 'en';

interface StoredItem extends Readonly<Record<SampleLanguage, Item['fields']>> {
  readonly id: string;
}

/** One item per line, with its fields in a shop of each language. `gunzip` shows it, `gzip -9n` packs it. */
const file = new URL('items.ndjson.gz', import.meta.url);

/** The 994 items of the sample shop. Names, texts and prices are in the shop's language, the other language is in fields of its own. */
export function* sampleShopItems(language: SampleLanguage): Generator<Item> {
  for (const line of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const { id, [language]: fields } = JSON.parse(line) as StoredItem;
    yield { id, fields };
  }
}
