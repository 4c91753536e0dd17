import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { hidingFieldsOf } from '#feeds/items/published-only.ts';
import { isProductKind, knownNames, placeOf } from '#feeds/mapping/known-names.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { ProductRows, type RowPlan } from '#feeds/platforms/product-rows.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

interface Columns {
  readonly id: string | undefined;
  readonly sku: string;
  readonly type: string;
  readonly parent: string;
}

/**
 * Variations inherit from their product and replace it: by a column of types (WooCommerce in any language, Amazon and others), or
 * by a column that names the product, such as `parent_sku`. WooCommerce writes it as an SKU or `id:44`.
 */
export function joinVariations(batches: RecordBatches, header: readonly string[]): RecordBatches {
  return withSampledWork(batches, () => new Variations(header));
}

/** The same for XML and JSON, if the first records name their products. */
export function joinNamedParents(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const parents = parentColumns([...new Set(head.flatMap(({ fields }) => Object.keys(fields)))]);
    return parents && new ProductRows(parentPlan(parents));
  });
}

const parentNames =
  /^(?:parent|variant_of|variation_of|vater|eltern|padre|pere|rodic|nadrazen\p{L}*|(?:master|main)(?=_?(?:sku|code|id|product)))(?:_?(?:sku|code|id|product|product_id|product_sku|artikel|artikelnummer|item|item_sku|number))?$/u;

/** Null in tables without prices: categories have parents, too. */
function parentColumns(header: readonly string[]): ParentColumns | null {
  const names = header.map((column) => [column, plainName(column)] as const);
  const parent = names.find(([, name]) => parentNames.test(name))?.[0];
  if (parent === undefined || !names.some(([, name]) => placeOf('price', name) !== -1)) return null;
  return { parent, keys: names.flatMap(([column, name]) => (column !== parent && placeOf('id', name) !== -1 ? column : [])) };
}

interface ParentColumns {
  readonly parent: string;
  readonly keys: readonly string[];
}

/** Variable products wait for the first variation, wherever it is. */
class Variations implements RecordWork {
  #rows: ProductRows | null = null;
  readonly #types: TypeColumns;
  readonly #variable: FeedRecord[] = [];
  readonly #parents: ParentColumns | null;

  constructor(header: readonly string[]) {
    this.#parents = parentColumns(header);
    this.#types = new TypeColumns(header);
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    if (this.#rows !== null) return this.#rows.read(records);
    const type = this.#types.find(records);
    if (type === undefined) {
      if (this.#parents === null) return records;
      this.#rows = new ProductRows(parentPlan(this.#parents));
      return this.#rows.read(records);
    }
    const all = [...this.#variable, ...records];
    const columns = columnsOf(all, type);
    if (columns === undefined) {
      const isVariable = (record: FeedRecord) => kindIn(record, type) === 'product' && this.#variable.length < maxWaiting;
      return records.filter((record) => !isVariable(record) || this.#variable.push(record) === 0);
    }
    this.#rows = new ProductRows(variationPlan(columns));
    return this.#rows.read(all);
  }

  end(): readonly FeedRecord[] {
    return this.#rows?.end() ?? this.#variable;
  }
}

const kinds: Readonly<Record<string, 'product' | 'further'>> = {
  variable: 'product',
  parent: 'product',
  variation: 'further',
  child: 'further',
};

const kindIn = ({ fields }: FeedRecord, type: string): 'product' | 'further' | undefined =>
  kinds[
    String(fields[type] ?? '')
      .trim()
      .toLowerCase()
      .split(',')[0]!
  ];

/** Columns that have nothing but types of products, and among them kinds of rows. */
class TypeColumns {
  readonly #possible: Set<string>;
  readonly #found = new Set<string>();

  constructor(header: readonly string[]) {
    this.#possible = new Set(header);
  }

  find(records: readonly FeedRecord[]): string | undefined {
    for (const column of this.#possible) {
      for (const { fields } of records) {
        const value = fields[column];
        if (value === undefined) continue;
        if (typeof value !== 'string' || value.length > longestType || !isWooType(value)) {
          this.#possible.delete(column);
          break;
        }
        if (kinds[value.toLowerCase()] !== undefined) this.#found.add(column);
      }
    }
    return [...this.#found].find((column) => this.#possible.has(column));
  }
}

const longestType = 40;

/** `simple, virtual` */
const isWooType = (text: string): boolean => isProductKind(text) || /^[a-z-]+(?:, [a-z-]+)*$/i.test(text);

function columnsOf(records: readonly FeedRecord[], type: string): Columns | undefined {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record.fields)))];
  const found = (name: string) => fields.find((field) => normalName(field) === name);
  const variations = records.filter((record) => kindIn(record, type) === 'further');
  const variables = records.filter((record) => kindIn(record, type) === 'product');
  if (variations.length === 0) return undefined;
  const parent = found('parent') ?? fields.find((field) => isParent(field, variations, variables));
  if (parent === undefined) return undefined;
  const parents = new Set(variations.map((record) => String(record.fields[parent])));
  const named = (field: string) => variables.some((record) => parents.has(String(record.fields[field])));
  const sku = found('sku') ?? fields.find((field) => field !== parent && named(field)) ?? parent;
  return { id: found('id'), sku, type, parent };
}

/** Variations name their product in this column; products leave it empty. */
function isParent(field: string, variations: readonly FeedRecord[], variables: readonly FeedRecord[]): boolean {
  if (variables.some((record) => record.fields[field] !== undefined)) return false;
  const known = new Set(variables.flatMap((record) => Object.values(record.fields).map(String)));
  const names = variations.flatMap((record) => record.fields[field] ?? []).map(String);
  return names.length > 0 && names.every((name) => /^id:\d+$/.test(name) || known.has(name));
}

function variationPlan({ id, sku, type, parent }: Columns): RowPlan {
  const textIn = ({ fields }: FeedRecord, field: string) => String(fields[field] ?? '').trim();
  return {
    kindOf: (row) => kindIn(row, type) ?? 'other',
    keysOf(product) {
      const ids = id === undefined ? [] : [textIn(product, id)].flatMap((own) => (own === '' ? [] : [own, `id:${own}`]));
      return [...ids, textIn(product, sku)].filter((key) => key !== '');
    },
    parentOf: (row) => textIn(row, parent) || null,
    hidingOf: hidingFieldsOf,
    keyField: parent,
    isFirstVariant: false,
    waits: () => true,
  };
}

function parentPlan({ parent, keys }: ParentColumns): RowPlan {
  const textIn = ({ fields }: FeedRecord, field: string) => String(fields[field] ?? '').trim();
  const keysIn = (row: FeedRecord) => keys.map((key) => textIn(row, key)).filter((key) => key !== '');
  const parentOf = (row: FeedRecord) => {
    const named = textIn(row, parent);
    return noParent.test(named) || keysIn(row).includes(named) ? null : named;
  };
  return {
    kindOf: (row) => (parentOf(row) === null ? 'product' : 'further'),
    keysOf: keysIn,
    parentOf,
    hidingOf: hidingFieldsOf,
    keyField: parent,
    isFirstVariant: false,
    groupsOrphans: true,
    waits: () => true,
  };
}

const noParent = /^(?:0|-|null|none|n\/?a)?$/i;

const maxWaiting = 5000;
const ownOfVariations = new Set([...knownNames.id, ...knownNames.ean, ...knownNames.product_code, ...knownNames.price]);
const notInherited = /^(?:configurable_variation|associated|visibility|product_type|price|special_price|qty|is_in_stock)/;
const takenFromProduct = new Set(['name', 'url_key', 'url_path']);

interface ConfigurableColumns {
  readonly sku: string;
  readonly type: string;
  readonly variations: string;
  readonly visibility: string | undefined;
}

interface Product {
  readonly record: FeedRecord;
  hasVariations: boolean;
}

interface Variation {
  readonly product: Product;
  readonly options: readonly (readonly [name: string, value: string])[];
}

/**
 * Magento: simple products inherit from the configurable one that names them in `configurable_variations`, which comes after
 * them in exports and before them in import templates. Having no price, it is replaced by its variations. Invisible products
 * without one are skipped and reported.
 */
export function joinConfigurables(
  batches: RecordBatches,
  header: readonly string[],
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  const columns = configurableColumns(header);
  return columns === null ? batches : withSampledWork(batches, () => new Configurables(columns, tell));
}

function configurableColumns(header: readonly string[]): ConfigurableColumns | null {
  const found = (name: string) => header.find((column) => normalName(column) === name);
  const [sku, type, variations] = ['sku', 'product_type', 'configurable_variations'].map(found);
  return sku && type && variations ? { sku, type, variations, visibility: found('visibility') } : null;
}

class Configurables implements RecordWork {
  readonly #waiting = new Map<string, FeedRecord>();
  readonly #expected = new Map<string, Variation>();
  readonly #alone = new Set<Product>();
  #hasGiven = false;
  readonly #columns: ConfigurableColumns;
  readonly #tell: (warning: FeedWarning) => void;

  constructor(columns: ConfigurableColumns, tell: (warning: FeedWarning) => void) {
    this.#columns = columns;
    this.#tell = tell;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const given = records.flatMap((record) => this.#readOne(record));
    this.#hasGiven ||= given.length > 0;
    return given;
  }

  end(): readonly FeedRecord[] {
    if (!this.#hasGiven && this.#alone.size === 0) return [...this.#waiting.values()].map((record) => this.#shown(record));
    if (this.#waiting.size > 0) this.#tell({ code: 'hiddenItems', details: { count: this.#waiting.size } });
    return [...this.#alone].map(({ record }) => record);
  }

  #readOne(record: FeedRecord): FeedRecord[] {
    const sku = this.#value(record, this.#columns.sku);
    if (this.#value(record, this.#columns.type) === 'configurable') return this.#readProduct(record);
    const variation = this.#expected.get(sku);
    if (variation) {
      this.#expected.delete(sku);
      return [this.#joined(record, variation)];
    }
    if (!/^not visible/i.test(this.#value(record, this.#columns.visibility))) return [record];
    this.#waiting.set(sku, record);
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size <= maxWaiting || !oldest) return [];
    this.#waiting.delete(this.#value(oldest, this.#columns.sku));
    return [this.#shown(oldest)];
  }

  #shown(record: FeedRecord): FeedRecord {
    const shown = Object.entries(record.fields).filter(([field]) => field !== this.#columns.visibility);
    return { ...record, fields: Object.assign(emptyFields(), Object.fromEntries(shown)) };
  }

  #readProduct(record: FeedRecord): FeedRecord[] {
    const product: Product = { record, hasVariations: false };
    const joined: FeedRecord[] = [];
    for (const { sku, options } of variationsOf(this.#value(record, this.#columns.variations))) {
      const waiting = this.#waiting.get(sku);
      this.#waiting.delete(sku);
      if (waiting) joined.push(this.#joined(waiting, { product, options }));
      else if (this.#expected.size < maxWaiting) this.#expected.set(sku, { product, options });
    }
    if (product.hasVariations) return joined;
    if (this.#alone.size >= maxWaiting) return [record];
    this.#alone.add(product);
    return [];
  }

  #joined(record: FeedRecord, { product, options }: Variation): FeedRecord {
    product.hasVariations = true;
    this.#alone.delete(product);
    const fields: Record<string, RecordValue> = emptyFields();
    for (const [field, value] of Object.entries(product.record.fields)) {
      const name = normalName(field);
      if (!ownOfVariations.has(name) && !notInherited.test(name)) fields[field] = value;
    }
    for (const [field, value] of Object.entries(record.fields)) {
      const isTaken = takenFromProduct.has(normalName(field)) && fields[field] !== undefined;
      if (!isTaken && field !== this.#columns.visibility) fields[field] = value;
    }
    for (const [name, value] of options) fields[`param.${name}`] ??= value;
    fields['@item_group'] = this.#value(product.record, this.#columns.sku);
    return { ...record, fields };
  }

  #value({ fields }: FeedRecord, field: string | undefined): string {
    return field === undefined ? '' : String(fields[field] ?? '');
  }
}

/** `sku=MH01-XS-Black,size=XS,color=Black|sku=…` */
function variationsOf(cell: string): { readonly sku: string; readonly options: [string, string][] }[] {
  return cell.split('|').flatMap((part) => {
    const pairs = part.split(/,(?=[\w-]+=)/).map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=').trim()];
    });
    const sku = pairs.find(([name]) => name === 'sku')?.[1];
    return sku === undefined ? [] : [{ sku, options: pairs.filter(([name]) => name !== 'sku') }];
  });
}
