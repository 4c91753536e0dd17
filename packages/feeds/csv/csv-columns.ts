import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { parseNumber } from '#feeds/values/price.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';

type Form = readonly [between: RegExp, pair: RegExp];

const magento: Form = [/,(?=[\w-]+=)/, /^([\w-]+)=(.*)$/s];
const vendure: Form = [/\|/, /^([^:|]+):(.+)$/s];
const prestaShop: Form = [/,/, /^([^:]+):([^:]+)(?::\d*)*$/];
const packedColumns: ReadonlyMap<string, Form> = new Map([
  ['additional_attributes', magento],
  ['facets', vendure],
  ['variant_facets', vendure],
  ['feature_name_value_position', prestaShop],
]);

/** `manufacturer=Joust,color=Black` and `category:Shoes|brand:Apple` become `param.color`, `param.brand` … */
export async function* unpackPairs(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) yield batch.map(unpacked);
}

function unpacked(record: FeedRecord): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const name in record.fields) {
    const value = record.fields[name];
    const form = packedColumns.get(normalName(name));
    const pairs = form && typeof value === 'string' ? pairsOf(value, form) : null;
    if (!pairs) continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    delete fields[name];
    for (const [key, text] of pairs) {
      const known = fields[`param.${key}`];
      const texts = text.split('|');
      fields[`param.${key}`] = known === undefined && texts.length === 1 ? text : [known ?? [], texts].flat().map(String);
    }
  }
  return fields ? { ...record, fields } : record;
}

/** null when a part is no pair. */
function pairsOf(cell: string, [between, pair]: Form): [string, string][] | null {
  const matches = cell.split(between).map((part) => pair.exec(part.trim()));
  if (!matches.every((match) => match !== null)) return null;
  return matches.map(([, key = '', text = '']) => [key.trim(), text.trim()]);
}

/** WooCommerce: `Attribute 1 name`, `Attribute 1 value(s)` … */
const numbered = /^attribute_(\d+)_(name|values?|value_s|visible|global|default)$/;
/** WooCommerce escapes a comma as `\,`. */
const betweenValues = /(?<!\\),\s+/;

interface AttributeColumns {
  readonly name: string;
  readonly values: string;
  readonly others: readonly string[];
}

export function attributeColumns(columns: readonly string[]): readonly AttributeColumns[] {
  const parts = columns.flatMap((column) => {
    const [, number, part] = numbered.exec(normalName(column)) ?? [];
    return number === undefined ? [] : [{ column, number, part: part! }];
  });
  return [...Map.groupBy(parts, ({ number }) => number).values()].flatMap((ofOne): AttributeColumns[] => {
    const name = ofOne.find(({ part }) => part === 'name');
    const values = ofOne.find(({ part }) => part.startsWith('value'));
    if (name === undefined || values === undefined) return [];
    const others = ofOne.filter((one) => one !== name && one !== values).map(({ column }) => column);
    return [{ name: name.column, values: values.column, others }];
  });
}

/** `Attribute 1 name`=Colour, `Attribute 1 value(s)`=red become `param.Colour`=red. */
export async function* withNamedAttributes(batches: RecordBatches, attributes: readonly AttributeColumns[]): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => named(record, attributes));
}

function named(record: FeedRecord, attributes: readonly AttributeColumns[]): FeedRecord {
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  for (const { name, values, others } of attributes) {
    const [attribute, value] = [fields[name], fields[values]];
    if (typeof attribute !== 'string' || attribute.trim() === '') continue;
    for (const column of [name, values, ...others]) delete fields[column];
    if (value === undefined) continue;
    const texts = [value].flat().flatMap((text) => String(text).split(betweenValues));
    const found = texts.map((text) => text.replaceAll('\\,', ',').trim()).filter((text) => text !== '');
    if (found.length > 0) fields[`param.${attribute.trim()}`] = found.length === 1 ? found[0]! : found;
  }
  return { ...record, fields };
}

const pictures = 'https://static.wixstatic.com/media/';
const wixColumns = [
  'handle_id',
  'field_type',
  'price',
  'surcharge',
  'discount_mode',
  'discount_value',
  'product_image_url',
] as const;
const percent = 100;

type WixColumns = Readonly<Record<(typeof wixColumns)[number], string | undefined>>;

/** Wix: addresses of pictures, discounted prices, and variants at the price of their product plus surcharge. */
export function withSurcharges(batches: RecordBatches, header: readonly string[]): RecordBatches {
  const entries = wixColumns.map((name) => [name, header.find((column) => normalName(column) === name)]);
  const columns = Object.fromEntries(entries) as WixColumns;
  const isWix = columns.handle_id !== undefined && columns.field_type !== undefined;
  return isWix ? withWixValues(batches, columns) : batches;
}

async function* withWixValues(batches: RecordBatches, columns: WixColumns): RecordBatches {
  let product: FeedRecord | null = null;
  for await (const batch of batches) {
    const records: FeedRecord[] = [];
    for (const record of batch) {
      const isVariant = product !== null && textIn(record, columns.field_type) === 'Variant';
      if (!isVariant) product = record;
      records.push(completedRow(record, isVariant ? (product ?? record) : record, columns));
    }
    yield records;
  }
}

function completedRow(record: FeedRecord, product: FeedRecord, columns: WixColumns): FeedRecord {
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  const { price, product_image_url: picture } = columns;
  if (picture !== undefined && fields[picture] !== undefined) {
    const names = textIn(record, picture).split(';');
    fields[picture] = names.map((name) => (/^https?:|^\/\//.test(name) ? name : pictures + name));
  }
  const base = parseNumber(textIn(product, price));
  if (price === undefined || base === null) return { ...record, fields };
  const full = base + (parseNumber(textIn(record, columns.surcharge)) ?? 0);
  const reduced = full - discountOf(full, product, columns);
  if (record !== product) fields[price] = String(rounded(full));
  if (reduced < full && reduced > 0) fields['@sale_price'] = String(rounded(reduced));
  return { ...record, fields };
}

function discountOf(price: number, product: FeedRecord, { discount_mode: mode, discount_value: value }: WixColumns): number {
  const discount = parseNumber(textIn(product, value)) ?? 0;
  return textIn(product, mode) === 'PERCENT' ? (price * discount) / percent : discount;
}

const rounded = (amount: number): number => Math.round(amount * percent) / percent;

const textIn = ({ fields }: Pick<FeedRecord, 'fields'>, column: string | undefined): string =>
  column === undefined ? '' : String(fields[column] ?? '').trim();

const ownSkuNames = new Set([...knownNames.id, ...knownNames.ean, ...knownNames.product_code, ...knownNames.availability]);
/** A name such as `[S]Color=Silver,[RT]Size=M`. */
const option = /\[\w+\]([^=,]+)=([^,]*)/g;

interface SkuColumns {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

/** BigCommerce: SKU rows inherit from the product above them. Rules, which change prices, are no items. */
export function joinSkus(batches: RecordBatches, header: readonly string[]): RecordBatches {
  const [type, id, name] = ['item_type', 'product_id', 'product_name'].map((known) =>
    header.find((column) => plainName(column) === known),
  );
  return type && id && name ? withVariants(batches, { type, id, name }) : batches;
}

async function* withVariants(batches: RecordBatches, columns: SkuColumns): RecordBatches {
  let product: FeedRecord | null = null;
  for await (const batch of batches) {
    const records: FeedRecord[] = [];
    for (const record of batch) {
      const type = typeOf(record, columns);
      if (type === 'rule') continue;
      if (type === 'sku' && product !== null) {
        if (records.at(-1) === product) records[records.length - 1] = inGroup(product, product, columns);
        records.push(variantOf(product, record, columns));
        continue;
      }
      product = record;
      records.push(record);
    }
    yield records;
  }
}

const typeOf = ({ fields }: FeedRecord, { type }: SkuColumns): string =>
  String(fields[type] ?? '')
    .trim()
    .toLowerCase();

function inGroup(record: FeedRecord, product: FeedRecord, { id }: SkuColumns): FeedRecord {
  const group = { '@item_group': String(product.fields[id] ?? '') };
  return { ...record, fields: Object.assign(emptyFields(), record.fields, group) };
}

function variantOf(product: FeedRecord, sku: FeedRecord, columns: SkuColumns): FeedRecord {
  const { id, name } = columns;
  const fields: Record<string, RecordValue> = emptyFields();
  for (const [field, value] of Object.entries(product.fields)) if (!ownSkuNames.has(plainName(field))) fields[field] = value;
  Object.assign(fields, sku.fields);
  fields[id] = `${String(product.fields[id] ?? '')}-${String(sku.fields[id] ?? sku.position)}`;
  if (product.fields[name] !== undefined) fields[name] = product.fields[name];
  for (const [, key = '', value = ''] of String(sku.fields[name] ?? '').matchAll(option)) fields[`param.${key}`] = value;
  return inGroup({ ...sku, fields }, product, columns);
}

const telling = ['handle', 'option1_name', 'option1_value', 'variant_price'];
const optionCount = 3;
const noOption = /^(?:title|default title)$/i;

interface ShopifyColumns {
  readonly handle: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly tracker: string | undefined;
  readonly policy: string | undefined;
  readonly quantity: string | undefined;
  readonly hasId: boolean;
}

export function shopifyColumns(columns: readonly string[]): ShopifyColumns | null {
  const found = (name: string) => columns.find((column) => normalName(column) === name);
  const handle = found('handle');
  if (handle === undefined || telling.some((name) => found(name) === undefined)) return null;
  const options = Array.from({ length: optionCount }, (_, at) => ({
    name: found(`option${at + 1}_name`),
    value: found(`option${at + 1}_value`),
  })).flatMap(({ name, value }) => (name === undefined || value === undefined ? [] : [{ name, value }]));
  return {
    handle,
    options,
    tracker: found('variant_inventory_tracker'),
    policy: found('variant_inventory_policy'),
    quantity: found('variant_inventory_qty'),
    hasId: found('id') !== undefined || found('variant_id') !== undefined,
  };
}

/** Options become fields, handle and options tell variants apart, and the inventory policy decides availability. */
export async function* withShopifyMeaning(batches: RecordBatches, columns: ShopifyColumns): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => withMeaning(record, columns));
}

function withMeaning(record: FeedRecord, columns: ShopifyColumns): FeedRecord {
  const { handle, options, hasId } = columns;
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  const values: string[] = [];
  for (const { name, value } of options) {
    const [option, chosen] = [textIn({ fields }, name), textIn({ fields }, value)];
    delete fields[name];
    delete fields[value];
    if (option === '' || chosen === '' || noOption.test(chosen)) continue;
    fields[`param.${option}`] = chosen;
    values.push(chosen);
  }
  const key = textIn({ fields }, handle);
  delete fields['@variant_key'];
  if (key !== '' && !hasId) fields['id'] = [key, ...values.map((value) => normalName(value).replaceAll('_', '-'))].join(':');
  const availability = availabilityOf(fields, columns);
  if (availability !== null) fields['availability'] ??= availability;
  return { ...record, fields };
}

/** Untracked stock, and products that sell on without stock, are available. */
function availabilityOf(
  fields: Readonly<Record<string, RecordValue>>,
  { tracker, policy, quantity }: ShopifyColumns,
): string | null {
  if (quantity === undefined || tracker === undefined) return null;
  const isTracked = textIn({ fields }, tracker) !== '';
  const sellsOn = policy !== undefined && textIn({ fields }, policy).toLowerCase() === 'continue';
  const left = Number(textIn({ fields }, quantity));
  return !isTracked || sellsOn || left > 0 ? 'in_stock' : 'out_of_stock';
}
