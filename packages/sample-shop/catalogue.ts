import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Item } from '#contract/item.ts';

export type SampleLanguage = 'cs' | 'en';

interface StoredItem extends Readonly<Record<SampleLanguage, Item['fields']>> {
  readonly id: string;
}

/** One item per line, with its fields per language. `gunzip` shows it, `gzip -9n` packs it. */
const file = new URL('items.ndjson.gz', import.meta.url);

export function* sampleShopItems(language: SampleLanguage): Generator<Item> {
  for (const line of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const { id, [language]: fields } = JSON.parse(line) as StoredItem;
    yield { id, fields };
  }
}

type Tones = Readonly<Record<string, string>>;

/** SVG with `{tone}` for three tones of the product's colour. */
const { tones, colours, drawings } = JSON.parse(readFileSync(new URL('pictures.json', import.meta.url), 'utf8')) as {
  readonly tones: Tones;
  readonly colours: readonly Tones[];
  readonly drawings: readonly string[];
};

const background = '#e7ebf0';

/** By number, from 1; null beyond the last. Items store numbers, so new drawings go last. */
export function samplePicture(number: number): string | null {
  const drawing = drawings[Math.floor((number - 1) / colours.length)];
  const colour = colours[(number - 1) % colours.length];
  if (drawing === undefined || colour === undefined) return null;
  const body = drawing.replaceAll(/\{(\w+)\}/g, (_mark, tone: string) => colour[tone] ?? tones[tone] ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="${background}"/>${body}</svg>`;
}
