import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields, textIn, withFields } from '#feeds/feed-record.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { isProductKind, knownNames, placeOf, unwrapped } from '#feeds/mapping/known-names.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { ProductRows, type RowPlan } from '#feeds/platforms/product-rows.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

/** A way to tell variants from products in a table that doesn't say who wrote it. */
interface Sign {
  /** Null as long as no row shows it. @param held rows above */
  planBy(rows: readonly FeedRecord[], held: readonly FeedRecord[]): RowPlan | null;
  /** The row may be a product whose variants come later. */
  mayBeProduct?(row: FeedRecord, isLast: boolean): boolean;
}

/**
 * Variants inherit from their product and replace it. The signs are a column of types (WooCommerce in any language, Amazon
 * and others), a column that names the product, a list of variations (Magento), or a missing name (Spree, Vendure).
 * @param hasPlatform its rows have names
 */
export function joinVariants(
  batches: RecordBatches,
  header: readonly string[],
  hasPlatform: boolean,
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  return withSampledWork(batches, () => {
    const parents = parentPlan(header);
    const signs = [
      new Types(header),
      parents && { planBy: () => parents },
      configurables(header, tell),
      hasPlatform ? null : new MissingNames(),
    ];
    return new SignedRows(signs.filter((sign) => sign !== null));
  });
}

/** The same for XML and JSON, if the first records name their products. */
export function joinNamedParents(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const plan = parentPlan([...fieldsOf(head)]);
    return plan && new ProductRows(plan);
  });
}

/** Decides by the first rows that show a sign, wherever they are. */
class SignedRows implements RecordWork {
  #rows: ProductRows | null = null;
  #held: readonly FeedRecord[] = [];
  readonly #signs: readonly Sign[];

  constructor(signs: readonly Sign[]) {
    this.#signs = signs;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    for (const sign of this.#rows === null ? this.#signs : []) {
      const plan = sign.planBy(records, this.#held);
      if (plan !== null) return (this.#rows = new ProductRows(plan)).read([...this.#held, ...records]);
    }
    if (this.#rows !== null) return this.#rows.read(records);
    const [given, held]: [FeedRecord[], FeedRecord[]] = [[], []];
    const all = [...this.#held, ...records];
    for (const [at, row] of all.entries()) {
      const isHeld = held.length < maxHeld && this.#signs.some((sign) => sign.mayBeProduct?.(row, at === all.length - 1));
      (isHeld ? held : given).push(row);
    }
    this.#held = held;
    return given;
  }

  end(): readonly FeedRecord[] {
    return this.#rows?.end() ?? this.#held;
  }
}

const maxHeld = 5000;
const maxListed = 5000;

function fieldsOf(records: readonly FeedRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { fields } of records) for (const name in fields) names.add(name);
  return names;
}

const kinds: Readonly<Record<string, 'product' | 'further'>> = {
  variable: 'product',
  parent: 'product',
  variation: 'further',
  child: 'further',
};

const kindIn = (row: FeedRecord, type: string) => kinds[textIn(row, type).toLowerCase().split(',')[0]!];

const longestType = 40;
/** `simple, virtual` */
const isType = (text: string): boolean =>
  text.length <= longestType && (isProductKind(text) || /^[a-z-]+(?:, [a-z-]+)*$/i.test(text));

/** A column that has nothing but types of products, and among them kinds of rows. */
class Types implements Sign {
  readonly #possible: Set<string>;
  readonly #found = new Set<string>();
  #type: string | undefined;

  constructor(header: readonly string[]) {
    this.#possible = new Set(header);
  }

  planBy(rows: readonly FeedRecord[], held: readonly FeedRecord[]): RowPlan | null {
    for (const column of this.#possible) {
      const values = rows.flatMap(({ fields }) => fields[column] ?? []);
      if (!values.every((value) => typeof value === 'string' && isType(value))) this.#possible.delete(column);
      else if (values.some((value) => kinds[String(value).toLowerCase()] !== undefined)) this.#found.add(column);
    }
    const type = (this.#type = [...this.#found].find((column) => this.#possible.has(column)));
    return type === undefined || rows.every((row) => kindIn(row, type) !== 'further') ? null : typePlan([...held, ...rows], type);
  }

  mayBeProduct(row: FeedRecord): boolean {
    const type = this.#type;
    return type !== undefined && kindIn(row, type) === 'product';
  }
}

/** WooCommerce names products by their SKU or `id:44`. */
function typePlan(rows: readonly FeedRecord[], type: string): RowPlan | null {
  const fields = [...fieldsOf(rows)];
  const found = (name: string) => fields.find((field) => normalName(field) === name);
  const variants = rows.filter((row) => kindIn(row, type) === 'further');
  const products = rows.filter((row) => kindIn(row, type) === 'product');
  const parent = found('parent') ?? fields.find((field) => isParent(field, variants, products));
  if (parent === undefined) return null;
  const parents = new Set(variants.map((row) => textIn(row, parent)));
  const isNamed = (field: string) => field !== parent && products.some((row) => parents.has(textIn(row, field)));
  const [id, sku] = [found('id'), found('sku') ?? fields.find(isNamed) ?? parent];
  return {
    kindOf: (row) => kindIn(row, type) ?? 'other',
    keysOf: (product) =>
      [textIn(product, id), textIn(product, id).replace(/^(?=.)/, 'id:'), textIn(product, sku)].filter((key) => key !== ''),
    parentOf: (row) => textIn(row, parent) || null,
    keyField: parent,
    isFirstVariant: false,
    waits: () => true,
  };
}

/** Variations name their product in this column; products leave it empty. */
function isParent(field: string, variants: readonly FeedRecord[], products: readonly FeedRecord[]): boolean {
  if (products.some((row) => row.fields[field] !== undefined)) return false;
  const known = new Set(products.flatMap((row) => Object.values(row.fields).map(String)));
  const names = variants.flatMap((row) => row.fields[field] ?? []).map(String);
  return names.length > 0 && names.every((name) => /^id:\d+$/.test(name) || known.has(name));
}

const parentNames =
  /^is_?child_?of_?product_?code$|^identifizierungsspalte_vaterartikel$|^(?:parent|variant_of|variation_of|vater|eltern|padre|pere|rodic|nadrazen\p{L}*|(?:master|main)(?=_?(?:sku|code|id|product)))(?:_?(?:sku|code|id|uid|product|product_id|product_sku|artikel|artikelnummer|item|item_sku|number))?$/u;
const noParent = /^(?:0|-|null|none|n\/?a)?$/i;

/** `Brown` of the product `Oak chair` is no name. */
function withNameOfProduct(own: FeedRecord['fields'], product: FeedRecord['fields']): FeedRecord['fields'] {
  const field = Object.keys(own).find((name) => knownNames.name.includes(plainName(name)));
  const [name, whole] = [own, product].map((fields) => String(fields[field ?? ''] ?? '').toLowerCase());
  if (field === undefined || !name || !whole || name.split(/[^\p{L}\p{N}]+/u).some((word) => whole.includes(word))) return own;
  const { [field]: title, ...others } = own;
  return Object.assign(emptyFields(), others, { '@variant_title': title });
}

const isNamed = (field: 'price' | 'id', column: string): boolean =>
  placeOf(field, plainName(column)) !== -1 ||
  (field === 'price' && unwrapped(plainName(column)).some((name) => placeOf(field, name) !== -1));

/** Null in tables without prices: categories have parents, too. */
function parentPlan(header: readonly string[]): RowPlan | null {
  const parent = header.find((column) => parentNames.test(plainName(column)));
  if (parent === undefined || !header.some((column) => isNamed('price', column))) return null;
  const ending = /_(?:uid|id|sku|code)$/.exec(plainName(parent))?.[0] ?? '_id';
  const keys = header.filter((column) => column !== parent && (isNamed('id', column) || plainName(column).endsWith(ending)));
  const keysOf = (row: FeedRecord) => keys.map((key) => textIn(row, key)).filter((key) => key !== '');
  const parentOf = (row: FeedRecord) => {
    const name = textIn(row, parent);
    return noParent.test(name) || keysOf(row).includes(name) ? null : name;
  };
  return {
    kindOf: (row) => (parentOf(row) === null ? 'product' : 'further'),
    keysOf,
    parentOf,
    keyField: parent,
    isFirstVariant: false,
    ownFields: ({ fields }, product) => withNameOfProduct(fields, product.fields),
    // Variants of a product that isn't in the feed are a group, too.
    orphan: (row) => withFields(row, { '@item_group': parentOf(row)! }),
    waits: () => true,
  };
}

const takenFromProduct = new Set(['name', 'url_key', 'url_path']);

/**
 * Magento: a configurable product lists its variations, which come above it in exports and below it in import templates.
 * Invisible products that none lists are skipped and reported.
 */
function configurables(header: readonly string[], tell: (warning: FeedWarning) => void): Sign | null {
  const found = (name: string) => header.find((column) => normalName(column) === name);
  const [sku, variations, visibility] = ['sku', 'configurable_variations', 'visibility'].map(found);
  const type = found('product_type') ?? found('type');
  if (sku === undefined || type === undefined || (variations ?? visibility) === undefined) return null;
  const isShown = (field: string) => field !== visibility;
  const listed = new Map<string, Readonly<Record<string, string>>>();
  const isConfigurable = (row: FeedRecord) => /^configurable/i.test(textIn(row, type));
  const plan: RowPlan = {
    kindOf(row) {
      if (isConfigurable(row)) return 'product';
      return listed.has(textIn(row, sku)) || /^not visible/i.test(textIn(row, visibility)) ? 'further' : 'other';
    },
    keysOf(product) {
      const all = variationsOf(textIn(product, variations));
      for (const { sku, ...options } of all) if (listed.size < maxListed) listed.set(sku, options);
      return [textIn(product, sku), ...all.map(({ sku }) => sku)];
    },
    // The grid of products lists no variations: the SKU of theirs begins with that of the product.
    parentOf: (row) => textIn(row, sku).replace(variations === undefined ? /[-_/. ][^-_/. ]+$/ : '', ''),
    ownFields(row, product) {
      const options = listed.get(textIn(row, sku));
      listed.delete(textIn(row, sku));
      const isOwn = (field: string) => !takenFromProduct.has(normalName(field)) || product.fields[field] === undefined;
      const fields = withOnly(row, (field) => isShown(field) && isOwn(field));
      for (const name in options) fields[`param.${name}`] ??= options[name]!;
      return fields;
    },
    keyField: sku,
    isFirstVariant: false,
    orphan: (row) => ({ ...row, fields: withOnly(row, isShown) }),
    skipsOrphans(count) {
      if (count > 0) tell({ code: 'hiddenItems', details: { count } });
      return true;
    },
    waits: () => true,
  };
  return { planBy: () => plan };
}

/** `sku=MH01-XS-Black,size=XS,color=Black|sku=…` */
function variationsOf(cell: string): ({ readonly sku: string } & Readonly<Record<string, string>>)[] {
  return cell.split('|').flatMap((part) => {
    const pairs = part.split(/,(?=[\w-]+=)/).map((pair) =>
      /^([^=]*)=?(.*)$/s
        .exec(pair)!
        .slice(1)
        .map((text) => text.trim()),
    );
    const { sku, ...options } = Object.fromEntries(pairs) as Readonly<Record<string, string>>;
    return sku === undefined ? [] : [{ sku, ...options }];
  });
}

function withOnly(row: FeedRecord, isKept: (field: string) => boolean): Record<string, RecordValue> {
  const fields = emptyFields();
  for (const field in row.fields) if (isKept(field)) fields[field] = row.fields[field]!;
  return fields;
}

const keyNames =
  'handle handle_id permalink identificador_de_url identificador_url url_handle slug url_key product_handle product_id sku code id'.split(
    ' ',
  );

/**
 * A row without a name continues the product above it, as a variant, or with another picture. A product whose variants alone
 * have prices is replaced by them.
 */
class MissingNames implements Sign {
  /** Null when the first row has none. */
  #name: string | null | undefined;

  planBy(rows: readonly FeedRecord[], held: readonly FeedRecord[]): RowPlan | null {
    const name = (this.#name ??= nameIn(rows));
    return name === null || rows.every((row) => row.fields[name] !== undefined) ? null : namelessPlan([...held, ...rows], name);
  }

  mayBeProduct(_row: FeedRecord, isLast: boolean): boolean {
    return isLast && typeof this.#name === 'string';
  }
}

function nameIn(head: readonly FeedRecord[]): string | null {
  const fields = [...fieldsOf(head)];
  const name = knownNames.name.map((known) => fields.find((field) => plainName(field) === known)).find((field) => field);
  return name === undefined || head[0]?.fields[name] === undefined ? null : name;
}

function namelessPlan(rows: readonly FeedRecord[], name: string): RowPlan | null {
  const named = rows.filter((row) => row.fields[name] !== undefined);
  const rank = (field: string) => keyNames.indexOf(plainName(field));
  const keys = [...fieldsOf(named)].filter((field) => rank(field) !== -1).sort((a, b) => rank(a) - rank(b));
  const key = keys.find((field) => named.every((row) => row.fields[field] !== undefined));
  if (key === undefined) return null;
  const products = new Set(named.map(({ fields }) => fields[key]));
  const isFurther = ({ fields }: FeedRecord) =>
    fields[name] === undefined && (fields[key] === undefined || products.has(fields[key]));
  if (rows.filter(isFurther).length * 2 <= rows.length - named.length) return null;
  const keyOf = ({ fields }: FeedRecord) => (fields[key] === undefined ? null : String(fields[key]));
  return {
    kindOf(row) {
      if (row.fields[name] !== undefined) return 'product';
      for (const _field in row.fields) return 'further';
      return 'other';
    },
    keysOf: (product) => [keyOf(product) ?? []].flat(),
    parentOf: keyOf,
    keyField: key,
    hasVariantKeys: true,
    isFirstVariant: true,
  };
}
