import type { Item } from '#contract/item.ts';
import { products } from './engine-products.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function* googleXml(count: number): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n';
  for (const item of products(count)) {
    const tags = Object.entries(flat(item)).map(([tag, text]) => `<${tag}>${escaped(text)}</${tag}>`);
    yield `<item>${tags.join('')}</item>\n`;
  }
  yield '</channel></rss>\n';
}

const flat = ({ id, fields }: Item): Record<string, string> => ({
  'g:id': id,
  title: String(fields.name),
  description: `${String(fields.description)} ${String(fields.parameters)}`,
  link: `https://shop.example/p/${id}`,
  'g:image_link': `https://shop.example/i/${id}.jpg`,
  'g:price': `${String(fields.price)} CZK`,
  'g:availability': fields.inStock ? 'in stock' : 'out of stock',
  'g:brand': String(fields.brand),
  'g:product_type': String(fields.category),
});

export function* heurekaXml(count: number): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?><SHOP>\n';
  for (const { id, fields } of products(count)) {
    const tags = {
      ITEM_ID: id,
      PRODUCTNAME: String(fields.name),
      DESCRIPTION: `${String(fields.description)} ${String(fields.parameters)}`,
      URL: `https://shop.example/p/${id}`,
      IMGURL: `https://shop.example/i/${id}.jpg`,
      PRICE_VAT: String(fields.price),
      MANUFACTURER: String(fields.brand),
      CATEGORYTEXT: String(fields.category).replaceAll(' > ', ' | '),
      DELIVERY_DATE: fields.inStock ? '0' : '7',
    };
    const written = Object.entries(tags).map(([tag, text]) => `<${tag}>${escaped(text)}</${tag}>`);
    yield `<SHOPITEM>${written.join('')}</SHOPITEM>\n`;
  }
  yield '</SHOP>\n';
}

export function* csv(count: number): Generator<string> {
  yield 'id;name;description;url;image;price;availability;brand;category\n';
  for (const item of products(count)) {
    const { 'g:id': id, title, ...others } = flat(item);
    yield `${[id, title, ...Object.values(others)].map((cell) => `"${cell ?? ''}"`).join(';')}\n`;
  }
}

/** Generating more would cost more processor time than importing. */
const differentProducts = 50_000;

export function* googleXmlOfSize(bytes: number): Generator<string> {
  const pieces = [...googleXml(differentProducts)];
  const [head = '', items, tail = ''] = [pieces[0], pieces.slice(1, -1), pieces.at(-1)];
  yield head;
  for (let round = 0, length = head.length; ; round += 1) {
    for (const item of items) {
      if (length >= bytes) return yield tail;
      const next = item.replace('</g:id><title>', `-${round}</g:id><title>r${round} `);
      length += next.length;
      yield next;
    }
  }
}

export function* ndjson(count: number): Generator<string> {
  for (const { id, fields } of products(count)) yield `${JSON.stringify({ id, ...fields })}\n`;
}
