import type { Item } from '#contract/item.ts';
import { products } from './engine-products.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The synthetic products as a Google Merchant feed, piece by piece. */
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

/** The same as one JSON object per line. */
export function* ndjson(count: number): Generator<string> {
  for (const { id, fields } of products(count)) yield `${JSON.stringify({ id, ...fields })}\n`;
}
