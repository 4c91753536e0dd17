import type { Item } from '#contract/item.ts';
import { FoundItem } from '#contract/search.ts';

const saidOfItem = new RegExp(`"(?:${Object.keys(FoundItem.shape).join('|')})":`);

/** A field's name may collide with a property of found items. */
export const namesClash = (fieldsJson: string): boolean => saidOfItem.test(fieldsJson);

const storedText = new WeakMap<Item, string>();

/** Fields are parsed on demand. */
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

/** Fields as UTF-8, parsed on demand. Spreading or posting it loses the fields; use `plainItem`. */
export class ItemInBytes implements Item {
  readonly id: string;
  declare readonly source?: number;
  readonly #bytes: Buffer;
  readonly #namesClash: boolean;
  #parsed: Item['fields'] | null = null;

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

export const plainItem = ({ id, fields, source }: Item): Item => ({ id, fields, ...(source !== undefined && { source }) });

export const fieldsJsonOf = (item: Item): string =>
  item instanceof ItemInBytes ? item.bytes.toString() : (storedText.get(item) ?? JSON.stringify(item.fields));

export const fieldsBytesOf = (item: Item): Buffer => (item instanceof ItemInBytes ? item.bytes : Buffer.from(fieldsJsonOf(item)));
