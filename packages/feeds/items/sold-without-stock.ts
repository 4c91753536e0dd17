import { type FeedRecord, type RecordBatches, withFields } from '#feeds/feed-record.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { remembered } from '#feeds/remembered.ts';
import { parseNumber } from '#feeds/values/price.ts';

/** Counted stock, and words that win over it. */
const quantities =
  /^(?:stock_amount|stock_quantity|inventory_(?!tracked|policy|management|track)\w+|stock|quantity|qty|stock_level|current_stock|amount_in_stock)$/;
const words =
  /^(?:availability|availability_status|stock_status|in_stock|is_in_stock|available|is_available|purchasable_status)$/;
/** Flags by which a product is sold although its stock is 0, and the values that say so; `untracked`: that it isn't counted. */
const untracked =
  /^(?:track_?(?:inventory|stock|quantity)|manage_(?:stock|inventory)|(?:inventory|stock)_track(?:ed|ing|ing_enabled)?|(?:manage_inventory|inventory_management)_method)$/;
const no = /^(?:0|false|no?|none|don['’]t .*)$/i;
const flags =
  /^(?:negative_amount|backorders?(?:_allowed)?|allow_backorders?|allow_out_of_stock_(?:orders|purchases)|inventory_policy|stock_unlimited|sell_without_stock)$/;
const sellsOnWords = /^(?:1|2|true|yes|notify|continue)$/i;

/** Loyverse: `In stock [Main shop]` is a number. */
const isOfPlace = (field: string): boolean => /^in stock \[/i.test(field);

const kindOf = remembered((field) => {
  const name = plainName(field);
  return flags.test(name)
    ? 'flag'
    : untracked.test(name)
      ? 'untracked'
      : quantities.test(name) || isOfPlace(field)
        ? 'quantity'
        : words.test(name)
          ? 'words'
          : null;
});

/** Shoptet, WooCommerce, Shopify and others sell on below zero: such products can be bought. */
export async function* withSoldWithoutStock(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) yield batch.map(completed);
}

function completed(record: FeedRecord): FeedRecord {
  let left: number | null = null;
  let sellsOn: boolean | undefined;
  for (const name in record.fields) {
    const kind = kindOf(name);
    if (kind === 'words') return record;
    if (kind === 'quantity') left ??= parseNumber(String(record.fields[name]).trim());
    else if (kind !== null) sellsOn ||= (kind === 'flag' ? sellsOnWords : no).test(String(record.fields[name]).trim());
  }
  if (left === null || sellsOn === undefined || record.fields['@availability'] !== undefined) return record;
  return withFields(record, { '@availability': left > 0 || sellsOn ? 'in_stock' : 'out_of_stock' });
}
