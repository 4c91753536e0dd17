import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/own-name.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

const maxWaiting = 5000;
const ownNames = new Set([...knownNames.id, ...knownNames.ean, ...knownNames.product_code, ...knownNames.price]);
const notInherited = /^(?:configurable_variation|associated|visibility|product_type|price|special_price|qty|is_in_stock)/;
const takenFromProduct = new Set(['name', 'url_key', 'url_path']);

interface Columns {
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
  const columns = columnsOf(header);
  return columns === null ? batches : withSampledWork(batches, () => new Configurables(columns, tell));
}

function columnsOf(header: readonly string[]): Columns | null {
  const found = (name: string) => header.find((column) => normalName(column) === name);
  const [sku, type, variations] = ['sku', 'product_type', 'configurable_variations'].map(found);
  return sku && type && variations ? { sku, type, variations, visibility: found('visibility') } : null;
}

class Configurables implements RecordWork {
  readonly #waiting = new Map<string, FeedRecord>();
  readonly #expected = new Map<string, Variation>();
  readonly #alone = new Set<Product>();
  #hasGiven = false;
  readonly #columns: Columns;
  readonly #tell: (warning: FeedWarning) => void;

  constructor(columns: Columns, tell: (warning: FeedWarning) => void) {
    this.#columns = columns;
    this.#tell = tell;
  }

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    const given = records.flatMap((record) => this.#readOne(record));
    this.#hasGiven ||= given.length > 0;
    return given;
  }

  end(): readonly FeedRecord[] {
    if (!this.#hasGiven && this.#alone.size === 0) return [...this.#waiting.values()];
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
    return [oldest];
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
      if (!ownNames.has(name) && !notInherited.test(name)) fields[field] = value;
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
