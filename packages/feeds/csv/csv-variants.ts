import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';
import { parsePrice } from '#feeds/values/price.ts';

const keyNames = [
  'handle',
  'handle_id',
  'identificador_de_url',
  'identificador_url',
  'url_handle',
  'slug',
  'url_key',
  'product_handle',
  'product_id',
  'sku',
  'code',
  'id',
];
const optionName = /^option(?:_?\d)?(?:_?values?)?$|^option_\d_value$|^product_option_description_?\d$/;
const ownNames = new Set([...knownNames.ean, ...knownNames.product_code, ...knownNames.availability, ...knownNames.id]);
const ownPattern = /^variant_|^(?:stock|inventory|quantity|qty|weight|position)|_(?:sku|barcode)$/;
const prices = new Set([...knownNames.price, ...knownNames.price_before]);
const imageName = /image|img|picture|photo|asset/;
const maxVariants = 1000;

interface Plan {
  readonly name: string;
  readonly key: string;
  readonly listsImages: boolean;
}

interface Product {
  readonly row: FeedRecord;
  readonly variants: FeedRecord[];
  readonly images: Record<string, RecordValue>[];
}

/**
 * Shopify, Spree, Vendure and Magento: a row without a name continues the product above it, as a variant that inherits from it,
 * or with another picture. A product whose variants alone have prices is replaced by them.
 */
export function joinVariants(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const plan = planOf(head);
    return plan && new Joiner(plan);
  });
}

function planOf(head: readonly FeedRecord[]): Plan | null {
  const fields = [...new Set(head.flatMap((record) => Object.keys(record.fields)))];
  const fieldOf = (names: readonly string[]) =>
    names.map((name) => fields.find((field) => plainName(field) === name)).find((field) => field !== undefined);
  const name = fieldOf(knownNames.name);
  if (name === undefined || head[0]?.fields[name] === undefined) return null;
  const named = head.filter((record) => record.fields[name] !== undefined);
  const keys = fields.filter((field) => keyNames.includes(plainName(field)));
  keys.sort((a, b) => keyNames.indexOf(plainName(a)) - keyNames.indexOf(plainName(b)));
  const key = keys.find((field) => named.every((record) => record.fields[field] !== undefined));
  if (key === undefined || named.length === head.length) return null;
  const listsImages = fields.some((field) => normalName(field) === 'image_position');
  const plan: Plan = { name, key, listsImages };
  let product: FeedRecord | null = null;
  let continuedCount = 0;
  for (const record of head) {
    if (record.fields[name] !== undefined) product = record;
    else if (product && continues(record, product, plan)) continuedCount += 1;
  }
  return continuedCount * 2 > head.length - named.length ? plan : null;
}

function continues(record: FeedRecord, product: FeedRecord, { name, key }: Plan): boolean {
  const own = record.fields[key];
  return record.fields[name] === undefined && (own === undefined || own === product.fields[key]) && hasFields(record);
}

const hasFields = ({ fields }: FeedRecord): boolean => Object.keys(fields).length > 0;

class Joiner implements RecordWork {
  #product: Product | null = null;
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  read(records: readonly FeedRecord[]): FeedRecord[] {
    const joined: FeedRecord[] = [];
    for (const record of records) {
      const product = this.#product;
      if (product && product.variants.length < maxVariants && continues(record, product.row, this.#plan)) {
        if (this.#isVariant(record)) product.variants.push(record);
        else product.images.push({ ...record.fields });
        continue;
      }
      joined.push(...this.end());
      if (record.fields[this.#plan.name] === undefined) joined.push(record);
      else this.#product = { row: record, variants: [], images: [] };
    }
    return joined;
  }

  end(): FeedRecord[] {
    const product = this.#product;
    this.#product = null;
    return product ? this.#recordsOf(product) : [];
  }

  /** Rows with a key and pictures only, or with Magento's `_category` … only, are no variants. */
  #isVariant({ fields }: FeedRecord): boolean {
    const saysMore = (field: string) => !field.startsWith('_') && !imageName.test(normalName(field));
    return Object.keys(fields).some((field) => field !== this.#plan.key && saysMore(field));
  }

  #recordsOf({ row, variants, images }: Product): FeedRecord[] {
    const key = row.fields[this.#plan.key];
    if (key === undefined) return [row];
    const whole = withImages(row, images, this.#plan.key);
    const group = variants.length > 0 ? { '@item_group': String(key) } : {};
    const first = { ...whole, fields: Object.assign(emptyFields(), whole.fields, group, { '@variant_key': String(key) }) };
    const others = variants.map((variant, index) => {
      const own = Object.assign(emptyFields(), this.#inherited(whole, variant), this.#ownFields(whole, variant), group);
      return { ...variant, fields: Object.assign(own, { '@variant_key': `${String(key)}-${optionsOf(variant) || index + 2}` }) };
    });
    return isPriced(whole) || !others.some(isPriced) ? [first, ...others] : others;
  }

  #inherited(product: FeedRecord, variant: FeedRecord): Record<string, RecordValue> {
    const hasPrice = Object.keys(variant.fields).some((field) => prices.has(normalName(field)));
    return Object.fromEntries(
      Object.entries(product.fields).filter(([field]) => {
        const name = normalName(field);
        if (field === this.#plan.key) return true;
        return !(ownNames.has(name) || ownPattern.test(name) || (hasPrice && prices.has(name)));
      }),
    );
  }

  #ownFields(product: FeedRecord, variant: FeedRecord): Record<string, RecordValue> {
    if (!this.#plan.listsImages) return variant.fields;
    const isOwn = (field: string) => product.fields[field] === undefined || !normalName(field).startsWith('image');
    return Object.fromEntries(Object.entries(variant.fields).filter(([field]) => isOwn(field)));
  }
}

function withImages(row: FeedRecord, added: readonly Record<string, RecordValue>[], key: string): FeedRecord {
  if (added.length === 0) return row;
  const fields = Object.assign(emptyFields(), row.fields);
  for (const extra of added) {
    for (const [field, value] of Object.entries(extra)) {
      if (field === key || !/image|img|picture|photo/.test(normalName(field)) || !/^https?:|^\/\//.test(String(value))) continue;
      fields[field] = [fields[field] ?? [], value].flat().map(String);
    }
  }
  return { ...row, fields };
}

function optionsOf({ fields }: FeedRecord): string {
  const values = Object.entries(fields).filter(([field]) => optionName.test(normalName(field)));
  return values.map(([, value]) => normalName(String(value)).replaceAll('_', '-')).join('-');
}

function isPriced({ fields }: FeedRecord): boolean {
  return Object.entries(fields).some(
    ([field, value]) => knownNames.price.includes(normalName(field)) && (parsePrice(String(value))?.amount ?? 0) > 0,
  );
}
