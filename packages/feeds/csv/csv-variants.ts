import type { FeedRecord, RecordBatches } from '#feeds/feed-record.ts';
import { hidingFieldsOf } from '#feeds/items/published-only.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { ProductRows } from '#feeds/platforms/product-rows.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

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

interface Plan {
  readonly name: string;
  readonly key: string;
}

/**
 * Spree, Vendure, Magento and others: a row without a name continues the product above it, as a variant that inherits from it,
 * or with another picture. A product whose variants alone have prices is replaced by them.
 */
export function joinVariants(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, () => new NamelessRows());
}

/** Decides by the first rows without a name, wherever they are. */
class NamelessRows implements RecordWork {
  #rows: ProductRows | null = null;
  #name: string | null | undefined;
  /** The last row: the next one may continue it. */
  #held: readonly FeedRecord[] = [];

  read(records: readonly FeedRecord[]): readonly FeedRecord[] {
    if (this.#rows !== null) return this.#rows.read(records);
    const all = [...this.#held, ...records];
    this.#name ??= nameOf(all);
    if (this.#name === null) return records;
    const plan = planOf(all, this.#name);
    if (plan) {
      this.#held = [];
      this.#rows = new ProductRows(rowPlan(plan));
      return this.#rows.read(all);
    }
    this.#held = all.slice(-1);
    return all.slice(0, -1);
  }

  end(): readonly FeedRecord[] {
    return this.#rows?.end() ?? this.#held;
  }
}

function rowPlan({ name, key }: Plan) {
  const keyOf = ({ fields }: FeedRecord) => (fields[key] === undefined ? null : String(fields[key]));
  return {
    kindOf: (row: FeedRecord) => {
      if (row.fields[name] !== undefined) return 'product' as const;
      for (const _field in row.fields) return 'further' as const;
      return 'other' as const;
    },
    keysOf: (product: FeedRecord) => [keyOf(product) ?? []].flat(),
    parentOf: keyOf,
    hidingOf: hidingFieldsOf,
    keyField: key,
    hasVariantKeys: true as const,
    isFirstVariant: true,
  };
}

function fieldsOf(records: readonly FeedRecord[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record.fields)))];
}

/** Null when the first row has none. */
function nameOf(head: readonly FeedRecord[]): string | null {
  const fields = fieldsOf(head);
  const name = knownNames.name.map((known) => fields.find((field) => plainName(field) === known)).find((field) => field);
  return name === undefined || head[0]?.fields[name] === undefined ? null : name;
}

function planOf(records: readonly FeedRecord[], name: string): Plan | null {
  if (records.every((record) => record.fields[name] !== undefined)) return null;
  const named = records.filter((record) => record.fields[name] !== undefined);
  const rank = (field: string) => keyNames.indexOf(plainName(field));
  const keys = fieldsOf(named).filter((field) => rank(field) !== -1);
  keys.sort((a, b) => rank(a) - rank(b));
  const key = keys.find((field) => named.every((record) => record.fields[field] !== undefined));
  if (key === undefined) return null;
  const products = new Set(named.map(({ fields }) => fields[key]));
  const isFurther = ({ fields }: FeedRecord) =>
    fields[name] === undefined && (fields[key] === undefined || products.has(fields[key]));
  return records.filter(isFurther).length * 2 > records.length - named.length ? { name, key } : null;
}
