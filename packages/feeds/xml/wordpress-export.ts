import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields, textIn } from '#feeds/feed-record.ts';
import { optionField } from '#feeds/mapping/known-names.ts';
import { withSampledWork, type RecordWork } from '#feeds/sampled-work.ts';

const maxWaiting = 20_000;
const maxWaitingChars = 32 * 1024 * 1024;
const pages = new Set(['post', 'page']);
const hiding = /^exclude-from-(?:catalog|search)$/;
const productMeta = /^param\._(?:sku|price|regular_price|sale_price|stock|stock_status|global_unique_id)$/;

export const isWordpressExport = (head: string): boolean =>
  /xmlns:wp=|<wp:wxr_version>/.test(head) && head.includes('<wp:post_type>');

/**
 * WordPress' own export lists products, variations and pictures as items beside each other. Variations and pictures are joined
 * to their products by the end of the file; without products, posts and pages are the items.
 */
export function wordpressProducts(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, () => new WordpressExport());
}

class WordpressExport implements RecordWork {
  readonly #products = new Map<string, FeedRecord>();
  readonly #variations: FeedRecord[] = [];
  readonly #articles: FeedRecord[] = [];
  readonly #pictures = new Map<string, string>();
  #waitingChars = 0;

  read(records: readonly FeedRecord[]): FeedRecord[] {
    return records.flatMap((record) => {
      const type = textIn(record, 'post_type');
      const id = textIn(record, 'post_id');
      if (type === 'attachment') this.#pictures.set(id, textIn(record, 'attachment_url'));
      else if (type === 'product') return this.#wait(record, () => this.#products.set(id, record));
      else if (type === 'product_variation') return this.#wait(record, () => this.#variations.push(record));
      else if (pages.has(type) && this.#products.size === 0) return this.#wait(record, () => this.#articles.push(record));
      return [];
    });
  }

  end(): FeedRecord[] {
    if (this.#products.size === 0) return this.#articles;
    const parents = new Set(this.#variations.map((record) => textIn(record, 'post_parent')));
    const simple = [...this.#products].filter(([id]) => !parents.has(id)).map(([, record]) => record);
    return [...simple, ...this.#variations].map((record) => this.#item(record));
  }

  #wait(record: FeedRecord, keep: () => unknown): FeedRecord[] {
    for (const name in record.fields) this.#waitingChars += String(record.fields[name]).length;
    const count = this.#products.size + this.#variations.length + this.#articles.length;
    if (count >= maxWaiting || this.#waitingChars > maxWaitingChars)
      return pages.has(textIn(record, 'post_type')) ? [] : [this.#item(record)];
    keep();
    return [];
  }

  #item(record: FeedRecord): FeedRecord {
    const parent = this.#products.get(textIn(record, 'post_parent'));
    const fields: Record<string, RecordValue> = emptyFields();
    if (parent !== undefined) {
      for (const name in parent.fields) if (!productMeta.test(name)) fields[name] = parent.fields[name]!;
      fields['@item_group'] = textIn(parent, 'post_id');
    }
    Object.assign(fields, record.fields);
    if (parent !== undefined) Object.assign(fields, { link: parent.fields['link'] ?? '', title: parent.fields['title'] ?? '' });
    addTerms(parent ?? record, fields);
    const picture = [record, parent ?? record].flatMap(
      (each) => this.#pictures.get(textIn(each, 'param._thumbnail_id')) ?? [],
    )[0];
    if (picture !== undefined) fields['image'] = picture;
    for (const name in fields) {
      const option = /^param\.attribute_(?:pa_)?(.+)$/.exec(name)?.[1];
      if (option !== undefined && fields[name] !== '') fields[optionField(option)] = fields[name]!;
      if (
        /^param\._|^param\.attribute_|^(?:post|menu|comment|ping|is_sticky)/.test(name) &&
        !productMeta.test(name) &&
        name !== 'post_id'
      )
        delete fields[name];
    }
    return { ...record, fields };
  }
}

/** `<category domain="product_cat">`: categories, tags and attributes alike. */
function addTerms(record: FeedRecord, fields: Record<string, RecordValue>): void {
  const [names, domains] = ['category', 'category.@domain'].map((name) => [record.fields[name] ?? []].flat().map(String));
  for (const name of ['category', 'category.@domain', 'category.@nicename']) delete fields[name];
  const terms = Map.groupBy(names ?? [], (_name, at) => domains?.[at] ?? '');
  for (const [domain, found] of terms) {
    const value = found.length === 1 ? found[0]! : found;
    if (domain === 'product_cat') fields['@categories_each'] = value;
    else if (domain === 'product_tag') fields['tags'] = value;
    else if (domain === 'product_brand') fields['brand'] = value;
    else if (domain.startsWith('pa_')) fields[optionField(domain.slice('pa_'.length))] = value;
    else if (domain === 'product_visibility' && found.some((term) => hiding.test(term))) fields['status'] = 'hidden';
  }
}
