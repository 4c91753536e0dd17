import { type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { XmlTokenizer, type XmlHandler } from './xml-tokens.ts';
import { localName } from './xml-node.ts';

interface Named {
  id: string;
  name: string;
}

interface Properties {
  readonly names: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
}

const propertyElement = /^Свойство(?:Номенклатуры)?$/;
const parts: ReadonlyMap<string, keyof Named> = new Map([
  ['Ид', 'id'],
  ['Наименование', 'name'],
  ['ИдЗначения', 'id'],
  ['Значение', 'name'],
]);

/** The classifier of CommerceML: names of properties and of their values, by ids. `head` may be cut anywhere. */
export function propertiesAbove(head: string): Properties | null {
  if (!head.includes('<Свойство')) return null;
  const reader = new PropertyReader();
  new XmlTokenizer(reader, head.length + 1).write(head);
  return reader.names.size === 0 ? null : reader;
}

class PropertyReader implements XmlHandler {
  readonly names = new Map<string, string>();
  readonly values = new Map<string, string>();
  #property: Named | null = null;
  #value: Named | null = null;
  #part: keyof Named | null = null;

  open(fullName: string): void {
    const tag = localName(fullName);
    if (propertyElement.test(tag)) this.#property = { id: '', name: '' };
    else if (tag === 'Справочник') this.#value = { id: '', name: '' };
    this.#part = parts.get(tag) ?? null;
  }

  text(text: string): void {
    const open = this.#value ?? this.#property;
    if (open !== null && this.#part !== null) open[this.#part] += text.trim();
  }

  close(fullName: string): void {
    const tag = localName(fullName);
    this.#part = null;
    if (propertyElement.test(tag)) this.#property = stored(this.#property, this.names);
    else if (tag === 'Справочник') this.#value = stored(this.#value, this.values);
  }

  flaw(): void {}
}

function stored(named: Named | null, all: Map<string, string>): null {
  if (named !== null && named.id !== '' && named.name !== '') all.set(named.id, named.name);
  return null;
}

/** `param.<id>` with the id of a value becomes `param.Colour` with the value. */
export async function* withProperties(batches: RecordBatches, { names, values }: Properties): RecordBatches {
  const valueOf = (value: RecordValue): RecordValue =>
    Array.isArray(value) ? value.map((each) => values.get(String(each)) ?? String(each)) : (values.get(String(value)) ?? value);
  for await (const batch of batches)
    yield batch.map((record) => {
      const fields = emptyFields();
      for (const field in record.fields) {
        const name = field.startsWith('param.') ? names.get(field.slice('param.'.length)) : undefined;
        fields[name === undefined ? field : `param.${name}`] =
          name === undefined ? record.fields[field]! : valueOf(record.fields[field]!);
      }
      return { ...record, fields };
    });
}
