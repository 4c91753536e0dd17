/**
 * Items per second from the bytes of a feed to items ready for the index, on one thread, with the heap that it takes.
 * Run: `node --expose-gc bench/feeds.bench.ts [items]`. The feeds are made up on the fly in the shape of a shop's: 12 to 15
 * fields, 700 to 900 bytes each. Compared with the parsers that are on npm for the same work: saxes, csv-parse, JSON.parse.
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { SaxesParser } from 'saxes';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { openFeed } from '#feeds/open-feed.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { tell } from './figures.ts';

const itemCount = Number(process.argv[2] ?? 100_000);
const itemsPerChunk = 200;
const settings: FeedSettings = {
  type: null,
  encoding: null,
  separator: null,
  headers: null,
  tagName: null,
  contentType: null,
  language: 'cs',
};
const description =
  'Pohodlná kancelářská židle s nastavitelnou výškou, bederní opěrkou a prodyšným potahem. Nosnost 130 kg, záruka 5 let. '.repeat(
    3,
  );

let peakHeapBytes = 0;

interface Shape {
  readonly head: string;
  readonly item: (number: number) => string;
  readonly tail: string;
}

const shapes: Readonly<Record<string, Shape>> = {
  xml: {
    head: '<?xml version="1.0" encoding="utf-8"?>\n<SHOP>\n',
    item: (n) =>
      `<SHOPITEM>\n<ITEM_ID>${n}</ITEM_ID>\n<PRODUCTNAME>Židle Office &amp; Home ${n}</PRODUCTNAME>\n<DESCRIPTION>${description}</DESCRIPTION>\n<URL>https://shop.example/p/${n}?a=1&amp;b=2</URL>\n<IMGURL>https://shop.example/i/${n}.jpg</IMGURL>\n<PRICE_VAT>${n % 9999},90</PRICE_VAT>\n<MANUFACTURER>Antares</MANUFACTURER>\n<CATEGORYTEXT>Heureka.cz | Nábytek | Židle</CATEGORYTEXT>\n<DELIVERY_DATE>0</DELIVERY_DATE>\n<EAN>${8_590_000_000_000 + n}</EAN>\n<PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>červená</VAL></PARAM>\n<PARAM><PARAM_NAME>Výška</PARAM_NAME><VAL>${n % 100} cm</VAL></PARAM>\n</SHOPITEM>\n`,
    tail: '</SHOP>',
  },
  csv: {
    head: 'id;název;popis;url;obrázek;cena;výrobce;kategorie;dostupnost;ean;barva;výška\n',
    item: (n) =>
      `${n};"Židle ""Office"" ${n}";${description};https://shop.example/p/${n};https://shop.example/i/${n}.jpg;${n % 9999},90;Antares;Nábytek > Židle;skladem;${8_590_000_000_000 + n};červená;${n % 100} cm\n`,
    tail: '',
  },
  ndjson: {
    head: '',
    item: (n) =>
      `${JSON.stringify({ id: n, name: `Židle Office ${n}`, description, url: `https://shop.example/p/${n}`, image: `https://shop.example/i/${n}.jpg`, price: (n % 9999) + 0.9, brand: 'Antares', categories: ['Nábytek', 'Židle'], availability: 'in stock', ean: String(8_590_000_000_000 + n), colour: 'červená', height: n % 100, popularity: n % 1000 })}\n`,
    tail: '',
  },
};

function* chunksOf(shape: Shape): Generator<Buffer> {
  yield Buffer.from(shape.head);
  for (let from = 0; from < itemCount; from += itemsPerChunk) {
    let text = '';
    for (let number = from; number < Math.min(from + itemsPerChunk, itemCount); number += 1) text += shape.item(number);
    yield Buffer.from(text);
  }
  yield Buffer.from(shape.tail);
}

async function* streamed(chunks: Iterable<Buffer>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}

async function sampleMapping(shape: Shape) {
  for await (const batch of (await openFeed(streamed(chunksOf(shape)), settings)).records) return proposeMapping(batch);
  throw new Error('no records');
}

async function makeItems(shape: Shape): Promise<number> {
  const make = itemMaker(await sampleMapping(shape));
  let count = 0;
  for await (const batch of (await openFeed(streamed(chunksOf(shape)), settings)).records) {
    for (const record of batch) if (make(record).item) count += 1;
    peakHeapBytes = Math.max(peakHeapBytes, process.memoryUsage().heapUsed);
  }
  return count;
}

const parsersAlone: Readonly<Record<string, (shape: Shape) => Promise<number>>> = {
  async xml(shape) {
    const parser = new SaxesParser();
    let count = 0;
    parser.on('closetag', ({ name }) => {
      if (name === 'SHOPITEM') count += 1;
    });
    for (const chunk of chunksOf(shape)) parser.write(chunk.toString());
    parser.close();
    return count;
  },
  async csv(shape) {
    let count = 0;
    for await (const _ of Readable.from(chunksOf(shape), { objectMode: false }).pipe(parse({ delimiter: ';', columns: true })))
      count += 1;
    return count;
  },
  async ndjson(shape) {
    let count = 0;
    for (const chunk of chunksOf(shape))
      for (const line of chunk.toString().split('\n')) if (line !== '' && JSON.parse(line)) count += 1;
    return count;
  },
};

async function measured(name: string, count: () => Promise<number>, generationMs: number): Promise<void> {
  globalThis.gc?.();
  peakHeapBytes = 0;
  const startedAt = performance.now();
  const items = await count();
  const perSecond = Math.round((items / (performance.now() - startedAt - generationMs)) * 1000);
  const heap = peakHeapBytes > 0 ? `, peak heap ${Math.round(peakHeapBytes / 1e6)} MB` : '';
  tell({ name, value: `${perSecond.toLocaleString('en')} items/s${heap}`, searchThreads: null });
}

for (const [name, shape] of Object.entries(shapes)) {
  const startedAt = performance.now();
  let bytes = 0;
  for (const chunk of chunksOf(shape)) bytes += chunk.length;
  const generationMs = performance.now() - startedAt;
  console.log(`${name}: ${itemCount.toLocaleString('en')} items, ${Math.round(bytes / 1e6)} MB`);
  await measured(`${name}, from the feed to items`, () => makeItems(shape), generationMs);
  await measured(`${name}, the parser of npm alone`, () => parsersAlone[name]?.(shape) ?? Promise.resolve(0), generationMs);
}
