import { type FeedRecord, type RecordBatches, emptyFields } from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { parseNumber } from '#feeds/values/price.ts';

/** Counted stock, and words that win over it. */
const quantities =
  /^(?:stock_amount|stock_quantity|inventory_quantity|inventory_level|stock|quantity|qty|current_stock|amount_in_stock)$/;
const words =
  /^(?:availability|availability_status|stock_status|in_stock|is_in_stock|available|is_available|purchasable_status)$/;
/** Flags by which a product is sold although its stock is 0, and the values that say so. */
const flags: ReadonlyMap<string, RegExp> = new Map([
  ['negative_amount', /^(?:1|true|yes)$/i],
  ['backorders', /^(?:yes|notify|1|2|true)$/i],
  ['backorders_allowed', /^(?:1|true|yes|notify)$/i],
  ['backorder_allowed', /^(?:1|true|yes)$/i],
  ['allow_backorder', /^(?:1|true|yes)$/i],
  ['allow_backorders', /^(?:1|2|true|yes)$/i],
  ['allow_out_of_stock_orders', /^(?:1|true|yes)$/i],
  ['inventory_policy', /^continue$/i],
  ['stock_unlimited', /^(?:1|true|yes)$/i],
  ['sell_without_stock', /^(?:1|true|yes)$/i],
]);

const mostNames = 20_000;

/** Shoptet, WooCommerce, Shopify and others sell on below zero: such products can be bought. */
export async function* withSoldWithoutStock(batches: RecordBatches): RecordBatches {
  const kinds = new Map<string, 'quantity' | 'words' | RegExp | null>();
  const kindOf = (name: string) => {
    const known = kinds.get(name);
    if (known !== undefined) return known;
    const normal = normalName(name);
    const kind = flags.get(normal) ?? (quantities.test(normal) ? 'quantity' : words.test(normal) ? 'words' : null);
    if (kinds.size < mostNames) kinds.set(name, kind);
    return kind;
  };
  const completed = (record: FeedRecord): FeedRecord => {
    let quantity: string | undefined;
    let sellsOn: boolean | undefined;
    for (const name in record.fields) {
      const kind = kindOf(name);
      if (kind === null) continue;
      if (kind === 'words') return record;
      if (kind === 'quantity') quantity ??= String(record.fields[name]);
      else sellsOn ||= kind.test(String(record.fields[name]).trim());
    }
    if (quantity === undefined || sellsOn === undefined || record.fields['@availability'] !== undefined) return record;
    const left = parseNumber(quantity.trim());
    if (left === null) return record;
    const fields = Object.assign(emptyFields(), record.fields, {
      '@availability': left > 0 || sellsOn ? 'in_stock' : 'out_of_stock',
    });
    return { ...record, fields };
  };
  for await (const batch of batches) yield batch.map(completed);
}
