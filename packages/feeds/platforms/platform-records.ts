import {
  type FeedRecord,
  type RecordBatches,
  type RecordOrigin,
  type RecordValue,
  emptyFields,
  textIn,
  withFields,
} from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { type AttributeColumns, attributeColumns } from '#feeds/csv/csv-columns.ts';
import { optionField } from '#feeds/mapping/known-names.ts';
import { sampleSize } from '#feeds/limits.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';
import { parseNumber } from '#feeds/values/price.ts';
import type { Platform } from './platforms.ts';
import { Columns, platformOfRecords } from './recognise-platform.ts';
import { ProductRows, type RowPlan } from './product-rows.ts';

const noOption = /^(?:title|default title)$/i;
const groupField = '@item_group';

type Fields = Record<string, RecordValue>;

class Row {
  readonly fields: Fields;
  readonly #columns: Columns;

  /** Copies: deleting fields would make all further work on them slow. */
  constructor(fields: FeedRecord['fields'], columns: Columns, taken: ReadonlySet<string>) {
    this.fields = emptyFields();
    for (const name in fields) if (!taken.has(name)) this.fields[name] = fields[name]!;
    this.#columns = columns;
  }

  /** The first that the row has. */
  text(names: string): string {
    const column = this.#columns.named(names).find((each) => this.fields[each] !== undefined);
    return column === undefined ? '' : String(this.fields[column]).trim();
  }

  number(names: string): number | null {
    return parseNumber(this.text(names));
  }

  column(names: string): string | undefined {
    return this.#columns.named(names)[0];
  }
}

/** The records of a known platform: one per variant, with named options, an id and availability. */
export function platformRecords(batches: RecordBatches, platform: Platform, columns: Columns): RecordBatches {
  const plan = rowPlanOf(platform, columns);
  const joined = plan === null ? batches : withSampledWork(batches, () => new ProductRows(plan));
  return completed(joined, platform, columns);
}

/** CommerceML: `product#variant` is the id of an offer. */
function ofOrigin(record: FeedRecord, origin: RecordOrigin): FeedRecord {
  const id = origin.platform === 'CommerceML' ? String(record.fields['Ид'] ?? '') : '';
  const group = id.includes('#') ? { [groupField]: id.slice(0, id.indexOf('#')) } : {};
  return { ...withFields(record, group), origin };
}

/** Says by the first records which platform's API they come from. */
export async function* withOrigin(batches: RecordBatches): RecordBatches {
  let origin: RecordOrigin | null | undefined;
  for await (const batch of batches) {
    if (origin === undefined && batch.length > 0) {
      const columns = [...new Set(batch.slice(0, sampleSize).flatMap(({ fields }) => Object.keys(fields))), groupField];
      const platform = platformOfRecords(columns);
      origin = platform && { platform: platform.name, columns };
    }
    yield origin ? batch.map((record) => ofOrigin(record, origin!)) : batch;
  }
}

function rowPlanOf({ rows, hides = {} }: Platform, columns: Columns): RowPlan | null {
  if (rows === undefined) return null;
  const { first, kind, key, parent, title, isFirstVariant = false } = rows;
  const [firstField, kindField, keyField, parentField, titleField] = [first, kind?.[0], key, parent, title].map(
    (names) => columns.named(names)[0],
  );
  if (keyField === undefined || (firstField ?? kindField) === undefined) return null;
  const optionFields = columns.all.filter((field) => optionColumn.test(normalName(field)));
  const hidings = new Map(Object.entries(hides).flatMap(([name, hiding]) => columns.named(name).map((field) => [field, hiding])));
  return {
    kindOf(row) {
      if (kind === undefined) return textIn(row, firstField) === '' ? 'further' : 'product';
      const text = textIn(row, kindField);
      if (kind[2].test(text)) return 'further';
      if (kind[3]?.test(text)) return 'picture';
      return kind[1].test(text) ? 'product' : 'skipped';
    },
    keysOf: (product) => [textIn(product, keyField)].filter((text) => text !== ''),
    parentOf: (row) => textIn(row, parentField) || null,
    hidingValues: (field) => hidings.get(field) ?? null,
    ...(titleField === undefined
      ? {}
      : { ownFields: ({ fields }, product) => titled(fields, titleField, product.fields[titleField]) }),
    keyField,
    isFirstVariant,
    repeatsTitles: parentField !== undefined,
    waits: (product) =>
      !isFirstVariant &&
      parentField !== undefined &&
      (optionFields.length === 0 || optionFields.some((field) => textIn(product, field) !== '')),
  };
}

/** Variants have other texts in the title of their product, which become `@variant_title`. */
function titled(fields: FeedRecord['fields'], field: string, title: RecordValue | undefined): FeedRecord['fields'] {
  const own = fields[field];
  return own === undefined || title === undefined
    ? fields
    : Object.assign(emptyFields(), fields, { '@variant_title': own, [field]: title });
}

const optionColumn = /^product_option_name_?\d+$/;

async function* completed(batches: RecordBatches, platform: Platform, columns: Columns): RecordBatches {
  const options = attributeColumns(columns.all, columns.headings);
  const taken = new Set([
    ...options.flatMap(({ name, values, others }) => [name, values, ...others]),
    ...columns.all.filter((column) => platform.others?.test(column)),
  ]);
  const mapped = Object.values(platform.fields).join(' ').split(' ');
  const hasStock = columns.named(platform.stock?.quantity).length > 0;
  const made = [
    groupField,
    ...['@id', '@sale_price', ...(hasStock ? ['@availability'] : [])].filter((name) => mapped.includes(name)),
  ];
  const { headings } = columns;
  const origin = { platform: platform.name, columns: [...columns.all.filter((column) => !taken.has(column)), ...made], headings };
  for await (const batch of batches) {
    yield batch.map((record) => ({ ...record, origin, fields: fieldsOf(record, platform, columns, options, taken) }));
  }
}

function fieldsOf(
  record: FeedRecord,
  platform: Platform,
  columns: Columns,
  options: readonly AttributeColumns[],
  taken: ReadonlySet<string>,
): Fields {
  const row = new Row(record.fields, columns, taken);
  const { fields } = row;
  const values: string[] = [];
  for (const { name, values: value, isOfVariant } of options) {
    const [option, chosen] = [name, value].map((field) => String(record.fields[field] ?? '').trim()) as [string, string];
    if (option !== '' && chosen !== '' && !noOption.test(chosen)) {
      const found = optionValues(chosen, platform);
      fields[optionField(option)] = found;
      if (isOfVariant && !Array.isArray(found)) values.push(String(found));
    }
  }
  values.push(...(completions[platform.name]?.(row) ?? []));
  if (platform.hasIdOfOptions) {
    const key = row.text(platform.rows?.key ?? '');
    if (key !== '') fields['@id'] = [key, ...values.map((text) => normalName(text).replaceAll('_', '-'))].join(':');
  }
  const availability = availabilityOf(row, platform);
  if (availability !== null) fields['@availability'] = availability;
  return fields;
}

/** Wix lists all choices of a product without variants, and writes colours as `#DD7E16:Orange` or `rgb(255, 192, 203):pink`. */
function optionValues(text: string, { betweenValues = ';' }: Platform): RecordValue {
  const values = text.split(betweenValues).map((part) => part.replace(/^\s*(?:#[\da-f]{3,8}|rgba?\([\d\s,.%]*\)):/i, '').trim());
  return values.length > 1 ? values : values[0]!;
}

/** Uncounted stock, and products that sell on without stock, are available. */
function availabilityOf(row: Row, { stock }: Platform): string | null {
  if (stock === undefined || row.column(stock.quantity) === undefined) return null;
  const matches = (rule: readonly [column: string, pattern: RegExp] | undefined, otherwise: boolean): boolean =>
    rule === undefined || row.column(rule[0]) === undefined ? otherwise : rule[1].test(row.text(rule[0]));
  const isSoldOut = matches(stock.tracked, true) && !matches(stock.sellsOn, false) && !(Number(row.text(stock.quantity)) > 0);
  return isSoldOut ? 'out_of_stock' : 'in_stock';
}

const wixPictures = 'https://static.wixstatic.com/media/';
const percent = 100;
const rounded = (amount: number): number => Math.round(amount * percent) / percent;
/** BigCommerce: `[S]Color=Silver,[RT]Size=M`. */
const option = /\[\w+\]([^=,]+)=([^,]*)/g;
/** BigCommerce: `Type=Dropdown|Name=Colour|Value=Red`. */
const namedOption = /Name=([^|;]+)\|Value=([^|;]+)/g;
const ecwidOption = /^product_variation_option_(.+)$/;

function withOptions(row: Row, pairs: Iterable<readonly string[]>): string[] {
  return [...pairs].map(([, name = '', value = '']) => {
    row.fields[optionField(name.trim())] = value.trim();
    return value;
  });
}

function bigCommerceOptions(row: Row): readonly string[] {
  const group = row.fields[groupField];
  const own = row.text('product_id');
  const title = String(row.fields['@variant_title'] ?? '');
  delete row.fields['@variant_title'];
  if (group !== undefined && own !== '' && own !== String(group)) row.fields['@id'] = `${String(group)}-${own}`;
  return withOptions(row, [...title.matchAll(option), ...row.text('options').matchAll(namedOption)]);
}

/** Rules of single platforms. They return the values of options, which become part of the id. */
const completions: Readonly<Record<string, (row: Row) => readonly string[] | void>> = {
  Shopify(row) {
    const category = row.column('product_category');
    if (category !== undefined && /^uncategori[sz]ed$/i.test(String(row.fields[category]))) delete row.fields[category];
  },
  Wix(row) {
    const { fields } = row;
    const picture = row.column('product_image_url media');
    if (picture !== undefined && fields[picture] !== undefined) {
      const names = [fields[picture]].flat().flatMap((names) => String(names).split(';'));
      fields[picture] = names.map((name) => (/^https?:|^\/\//.test(name) ? name : wixPictures + name.trim()));
    }
    const [price, base] = [row.column('price'), row.number('price')];
    if (price === undefined || base === null) return;
    const full = base + (row.number('surcharge') ?? 0);
    const discount = row.number('discount_value') ?? 0;
    const reduced = full - (row.text('discount_mode') === 'PERCENT' ? (full * discount) / percent : discount);
    fields[price] = String(rounded(full));
    if (reduced < full && reduced > 0) fields['@sale_price'] = String(rounded(reduced));
  },
  Squarespace(row) {
    if (/^yes$/i.test(row.text('on_sale'))) row.fields['@sale_price'] = row.text('sale_price');
    const [page, folder] = [row.column('product_url'), row.text('product_page')];
    if (page !== undefined && /^[^/:]+$/.test(row.text('product_url')))
      row.fields[page] = `/${[folder, row.text('product_url')].filter((part) => part !== '').join('/')}`;
    const pictures = row.column('hosted_image_urls');
    if (pictures !== undefined && row.fields[pictures] !== undefined)
      row.fields[pictures] = String(row.fields[pictures]).split(/\s+(?=https?:)/);
  },
  'PrestaShop import'(row) {
    const price = row.number('price_tax_included price_tax_excluded_or_price_tax_included price_tax_excluded');
    const [from, to] = ['discount_from', 'discount_to'].map((name) => Date.parse(row.text(name)));
    if (price === null || from! > Date.now() || to! < Date.now()) return;
    const discount = row.number('discount_amount') || (price * (row.number('discount_percent') ?? 0)) / percent;
    if (discount > 0 && discount < price) row.fields['@sale_price'] = String(rounded(price - discount));
  },
  BigCommerce: bigCommerceOptions,
  'BigCommerce v3': bigCommerceOptions,
  Ecwid(row) {
    const columns = Object.keys(row.fields).filter((name) => ecwidOption.test(name));
    const values = withOptions(
      row,
      columns.map((name) => ['', ecwidOption.exec(name)![1]!, String(row.fields[name])]),
    );
    for (const name of columns) delete row.fields[name];
    return values;
  },
  Square(row) {
    const name = row.column('variation_name');
    if (name !== undefined && /^regular$/i.test(row.text('variation_name'))) delete row.fields[name];
  },
};
