/** Reads a made-up feed of so many megabytes to items, and prints whether all of them came. Run: `node read-much.ts xml 100`. */
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { openFeed } from '#feeds/open-feed.ts';
import { anySettings } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const [type = 'xml', megabytes = '100'] = process.argv.slice(2);
const text = 'Pohodlná židle s opěrkou. '.repeat(20);
const forms: Readonly<Record<string, readonly [head: string, item: (id: number) => string, tail: string]>> = {
  xml: [
    '<SHOP>',
    (id) =>
      `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Židle ${id}</PRODUCTNAME><DESCRIPTION>${text}</DESCRIPTION><PRICE_VAT>${id}</PRICE_VAT></SHOPITEM>\n`,
    '</SHOP>',
  ],
  csv: ['id;name;description;price\n', (id) => `${id};"Židle ""${id}""";${text};${id}\n`, ''],
  json: [
    '{"items":[',
    (id) => `${id === 1 ? '' : ','}${JSON.stringify({ id, name: `Židle ${id}`, description: text, price: id })}`,
    ']}',
  ],
};
const [head, item, tail] = forms[type] ?? ['', () => '', ''];
let writtenCount = 0;

async function* feed() {
  yield Buffer.from(head);
  for (let bytes = 0; bytes < Number(megabytes) * 1e6;) {
    const chunk = Buffer.from(Array.from({ length: 100 }, () => item((writtenCount += 1))).join(''));
    bytes += chunk.length;
    yield chunk;
  }
  yield Buffer.from(tail);
}

let make: ReturnType<typeof itemMaker> | undefined;
let itemCount = 0;
for await (const batch of (await openFeed(feed(), anySettings)).records) {
  make ??= itemMaker(proposeMapping(batch));
  for (const record of batch) if (make(record).item) itemCount += 1;
}
console.log(
  JSON.stringify({
    isComplete: itemCount === writtenCount && itemCount > 0,
    itemCount,
    residentMegabytes: Math.round(process.memoryUsage.rss() / 1e6),
  }),
);
