import type { Item } from '#contract/item.ts';
import { FoundItem } from '#contract/search.ts';

const saidOfItem = new RegExp(`"(?:${Object.keys(FoundItem.shape).join('|')})":`);

/** Whether a field may be called like something that answers say of a found item. Takes a text in which it stands for a field, too. */
export const namesClash = (fieldsJson: string): boolean => saidOfItem.test(fieldsJson);

const storedText = new WeakMap<Item, string>();

/** An item whose fields are stored as JSON; they are parsed when somebody looks at them. */
export function storedItem(id: string, fieldsJson: string, source: number | null = null): Item {
  let parsed: Item['fields'] | undefined;
  const item: Item = {
    id,
    ...(source !== null && { source }),
    get fields() {
      return (parsed ??= JSON.parse(fieldsJson) as Item['fields']);
    },
  };
  storedText.set(item, fieldsJson);
  return item;
}

/**
 * The same of fields in UTF-8, for what searches answer with: made in a tenth of the time. Its fields are no property of its own: they are
 * lost where it is spread or sent to another thread, which is what `plainItem` is for.
 */
export class ItemInBytes implements Item {
  readonly id: string;
  declare readonly source?: number;
  readonly #bytes: Buffer;
  readonly #namesClash: boolean;
  #parsed: Item['fields'] | null = null;

  /** `namesClash` is false where whoever wrote the item has looked. */
  constructor(id: string, fields: Uint8Array, source: number | null, namesClash = true) {
    this.id = id;
    if (source !== null) this.source = source;
    this.#bytes = Buffer.from(fields.buffer, fields.byteOffset, fields.byteLength);
    this.#namesClash = namesClash;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  get namesClash(): boolean {
    return this.#namesClash && namesClash(this.#bytes.toString());
  }

  get fields(): Item['fields'] {
    return (this.#parsed ??= JSON.parse(this.#bytes.toString()) as Item['fields']);
  }

  toJSON(): Item {
    return plainItem(this);
  }
}

export const itemNamesClash = (item: Item): boolean =>
  item instanceof ItemInBytes ? item.namesClash : namesClash(fieldsJsonOf(item));

/** The item as an object of its own, with its fields read. */
export const plainItem = ({ id, fields, source }: Item): Item => ({ id, fields, ...(source !== undefined && { source }) });

/** The item's fields as JSON: as they are stored, where they are. */
export const fieldsJsonOf = (item: Item): string =>
  item instanceof ItemInBytes ? item.bytes.toString() : (storedText.get(item) ?? JSON.stringify(item.fields));

/** The same in UTF-8. */
export const fieldsBytesOf = (item: Item): Buffer => (item instanceof ItemInBytes ? item.bytes : Buffer.from(fieldsJsonOf(item)));
