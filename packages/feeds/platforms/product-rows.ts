import { type FeedRecord, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { hidingValues, isHiding } from '#feeds/items/hiding-fields.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { optionPart } from '#feeds/csv/csv-columns.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { remembered } from '#feeds/remembered.ts';
import type { RecordWork } from '#feeds/sampled-work.ts';
import { parsePrice } from '#feeds/values/price.ts';

/** `other` rows are items by themselves. */
type RowKind = 'product' | 'further' | 'picture' | 'skipped' | 'other';

export interface RowPlan {
  kindOf(row: FeedRecord): RowKind;
  /** By which further rows name the product. The first is the group. */
  keysOf(product: FeedRecord): readonly string[];
  /** null: the product above. */
  parentOf(row: FeedRecord): string | null;
  /** The values of a field by which a product hides its variants; null for other fields. */
  hidingValues?(field: string): RegExp | null;
  /** Fields of a variant where its product decides them, too. */
  ownFields?(variant: FeedRecord, product: FeedRecord): FeedRecord['fields'];
  readonly keyField: string;
  /** Further rows may have the title of their product, too. */
  readonly repeatsTitles?: boolean;
  /** A variant whose product isn't in the feed. */
  orphan?(row: FeedRecord): FeedRecord;
  /** At the end of the feed. @returns whether they are skipped */
  skipsOrphans?(count: number): boolean;
  /** Rows without an id get `@variant_key`. */
  readonly hasVariantKeys?: true;
  /** The first row is a variant, too, unless only others have prices or options. */
  readonly isFirstVariant: boolean;
  /** A product that may have variants further down waits for them. */
  waits?(product: FeedRecord): boolean;
}

const optionName = /^option(?:_?\d)?(?:_?values?)?$/;
const noOption = /^(?:title|default title)$/i;
const ownNames = new Set([...knownNames.ean, ...knownNames.product_code, ...knownNames.availability, ...knownNames.id]);
const ownPattern =
  /^variant_|^configurable_|^associated_|^(?:stock|inventory(?!_tracking)|quantity|qty|weight|position)|_(?:sku|barcode)$/;
const prices = new Set([...knownNames.price, ...knownNames.price_before]);
const imageName = /image|img|picture|photo|asset|^media/;

interface FieldKind {
  readonly isOption: boolean;
  /** Not inherited. */
  readonly isOwn: boolean;
  readonly isPrice: boolean;
  readonly isSellingPrice: boolean;
  readonly isImage: boolean;
  readonly isProductImage: boolean;
  readonly isImagePosition: boolean;
}

const kindOf = remembered((field): FieldKind => {
  const name = normalName(field);
  const part = optionPart(field);
  return {
    isOption: optionName.test(name) || (part?.isOfVariant === true && part.part === 'value'),
    isOwn: ownNames.has(name) || ownPattern.test(name),
    isPrice: prices.has(name),
    isSellingPrice: knownNames.price.includes(name),
    isImage: imageName.test(name),
    isProductImage: /^(?:product_)?image/.test(name),
    isImagePosition: name === 'image_position',
  };
});

const maxVariants = 1000;
const maxWaiting = 5000;
const maxHeldChars = 8 * 1024 * 1024;
const maxKnownChars = 8 * 1024 * 1024;
const maxKnown = 20_000;

interface Known {
  readonly row: FeedRecord;
  readonly keys: readonly string[];
}

interface Product extends Known {
  readonly variants: FeedRecord[];
  readonly images: FeedRecord['fields'][];
}

/**
 * Further rows inherit from their product, wherever they are: those below it, those elsewhere in the file, and those before it.
 * Memory for products and waiting rows is bounded; beyond it, rows are items as they are.
 */
export class ProductRows implements RecordWork {
  #open: Product | null = null;
  #hasGiven = false;
  readonly #known = new Map<string, Known>();
  #knownChars = 0;
  readonly #alone = new Map<string, FeedRecord>();
  #aloneChars = 0;
  readonly #waiting = new Map<string, FeedRecord[]>();
  #waitingCount = 0;
  #waitingChars = 0;
  readonly #plan: RowPlan;

  constructor(plan: RowPlan) {
    this.#plan = plan;
  }

  read(rows: readonly FeedRecord[]): FeedRecord[] {
    const given = rows.flatMap((row) => {
      const kind = this.#plan.kindOf(row);
      if (kind === 'skipped') return [];
      if (kind === 'other') return [row];
      if (kind === 'picture') {
        this.#open?.images.push(row.fields);
        return [];
      }
      const isNext = kind === 'product' && !(this.#plan.repeatsTitles && this.#isOfOpen(row));
      return isNext ? this.#begin(row) : this.#continue(row);
    });
    this.#hasGiven ||= given.length > 0;
    return given;
  }

  #isOfOpen(row: FeedRecord): boolean {
    const key = this.#plan.parentOf(row);
    return key !== null && this.#open?.keys.includes(key) === true;
  }

  end(): FeedRecord[] {
    const given = [...this.#close(), ...this.#alone.values()];
    const orphans = [...this.#waiting.values()].flat();
    const isSkipped = (this.#hasGiven || given.length > 0) && this.#plan.skipsOrphans?.(orphans.length) === true;
    return isSkipped ? given : [...given, ...orphans.map((row) => this.#orphan(row))];
  }

  #begin(row: FeedRecord): FeedRecord[] {
    const closed = this.#close();
    const keys = this.#plan.keysOf(row);
    const variants = keys.flatMap((key) => this.#taken(key)).filter((variant) => this.#isVariant(variant));
    this.#open = { row, keys, variants, images: [] };
    return closed;
  }

  #taken(key: string): readonly FeedRecord[] {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#waitingCount -= waiting.length;
    for (const row of waiting) this.#waitingChars -= charsOf(row);
    return waiting;
  }

  #continue(row: FeedRecord): FeedRecord[] {
    const key = this.#plan.parentOf(row);
    const product = this.#open;
    if (product && (key === null || product.keys.includes(key))) {
      product.images.push(...picturesIn(row.fields, this.#isVariant(row)));
      if (!this.#isVariant(row)) return [];
      if (product.variants.length < maxVariants) product.variants.push(row);
      else return [this.#variantOf(product, row)];
      return [];
    }
    if (key === null) return [row];
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#release(known.keys[0] ?? '');
      return this.#isVariant(row) ? [this.#variantOf(known, row)] : [];
    }
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(row);
    else this.#waiting.set(key, [row]);
    this.#waitingCount += 1;
    this.#waitingChars += charsOf(row);
    if (this.#waitingCount <= maxWaiting && this.#waitingChars <= maxHeldChars) return [];
    const [oldest] = this.#waiting.keys();
    return this.#taken(oldest!).map((row) => this.#orphan(row));
  }

  #orphan(row: FeedRecord): FeedRecord {
    return this.#plan.orphan?.(row) ?? row;
  }

  #release(group: string): FeedRecord[] {
    const record = this.#alone.get(group);
    if (record === undefined) return [];
    this.#alone.delete(group);
    this.#aloneChars -= charsOf(record);
    return [record];
  }

  #close(): FeedRecord[] {
    const product = this.#open;
    this.#open = null;
    if (product === null) return [];
    const given = this.#recordsOf(product);
    const [group] = product.keys;
    const [only] = given;
    if (product.variants.length > 0 || group === undefined || !only || this.#plan.waits?.(product.row) !== true) return given;
    // A repeated key: the earlier product waits no longer.
    const released = this.#release(group);
    this.#alone.set(group, only);
    this.#aloneChars += charsOf(only);
    for (const oldest of this.#alone.keys()) {
      if (this.#alone.size <= maxWaiting && this.#aloneChars <= maxHeldChars) break;
      released.push(...this.#release(oldest));
    }
    return released;
  }

  #remember(product: Known): void {
    for (const key of product.keys) {
      this.#known.set(key, product);
      this.#knownChars += charsOf(product.row);
    }
    for (const [key, oldest] of this.#known) {
      if (this.#knownChars <= maxKnownChars && this.#known.size <= maxKnown) break;
      this.#known.delete(key);
      this.#knownChars -= charsOf(oldest.row);
    }
  }

  /** Rows with a key and pictures only, or with Magento's `_category` … only, are no variants. */
  #isVariant({ fields }: FeedRecord): boolean {
    for (const field in fields)
      if (field !== this.#plan.keyField && !field.startsWith('_') && !kindOf(field).isImage) return true;
    return false;
  }

  #recordsOf({ row, keys, variants, images }: Product): FeedRecord[] {
    const [group] = keys;
    if (group === undefined) return [row];
    const whole = withImages(row, images, this.#plan.keyField);
    const known = { row: whole, keys };
    this.#remember(known);
    const isGroup = variants.length > 0 || (this.#plan.isFirstVariant && optionsOf(whole) !== '');
    const inGroup = isGroup ? { '@item_group': group } : {};
    const first = { ...whole, fields: Object.assign(emptyFields(), whole.fields, inGroup, this.#variantKey(group)) };
    const others = variants.map((variant, index) => this.#variantOf(known, variant, index + 2));
    if (others.length === 0) return [first];
    const isParent = !this.#plan.isFirstVariant || (optionsOf(whole) === '' && variants.every((row) => optionsOf(row) !== ''));
    return isParent || (!isPriced(whole) && others.some(isPriced)) ? others : [first, ...others];
  }

  #variantOf({ row: product, keys }: Known, variant: FeedRecord, place: number = variant.position): FeedRecord {
    const group = keys[0] ?? '';
    const key = `${group}-${optionsOf(variant) || place}`;
    const own = this.#fields(product, this.#plan.ownFields?.(variant, product) ?? variant.fields);
    for (const field in product.fields)
      if (isHiding((this.#plan.hidingValues ?? hidingValues)(field), product.fields[field])) own[field] = product.fields[field]!;
    return { ...variant, fields: Object.assign(own, { '@item_group': group }, this.#variantKey(key)) };
  }

  #variantKey(key: string): Record<string, RecordValue> {
    return this.#plan.hasVariantKeys ? { '@variant_key': key } : {};
  }

  #fields(product: FeedRecord, own: FeedRecord['fields']): Record<string, RecordValue> {
    let hasPrice = false;
    let listsImages = false;
    for (const field in own) {
      hasPrice ||= kindOf(field).isPrice;
      listsImages ||= kindOf(field).isImagePosition;
    }
    const fields: Record<string, RecordValue> = emptyFields();
    for (const field in product.fields) {
      const { isOwn, isPrice } = kindOf(field);
      if (field === this.#plan.keyField || !(isOwn || (hasPrice && isPrice))) fields[field] = product.fields[field]!;
    }
    for (const field in own) {
      const isOfProduct = listsImages && kindOf(field).isProductImage && product.fields[field] !== undefined;
      if (!isOfProduct) fields[field] = own[field]!;
    }
    return fields;
  }
}

function charsOf({ fields }: FeedRecord): number {
  let chars = 0;
  for (const name in fields) chars += String(fields[name]).length;
  return chars;
}

/** Shopify lists the pictures of a product in the rows of its variants, too. */
function picturesIn(fields: FeedRecord['fields'], isVariant: boolean): FeedRecord['fields'][] {
  const names = Object.keys(fields);
  if (!isVariant) return [fields];
  if (!names.some((name) => kindOf(name).isImagePosition)) return [];
  return [Object.fromEntries(names.filter((name) => kindOf(name).isProductImage).map((name) => [name, fields[name]!]))];
}

function withImages(row: FeedRecord, added: readonly FeedRecord['fields'][], key: string): FeedRecord {
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
  const values: string[] = [];
  for (const field in fields) {
    if (!kindOf(field).isOption || noOption.test(String(fields[field]))) continue;
    values.push(normalName(String(fields[field])).replaceAll('_', '-'));
  }
  return values.join('-');
}

function isPriced({ fields }: FeedRecord): boolean {
  for (const field in fields) {
    if (kindOf(field).isSellingPrice && (parsePrice(String(fields[field]))?.amount ?? 0) > 0) return true;
  }
  return false;
}
