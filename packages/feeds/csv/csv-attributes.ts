import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

/** `Attribute 1 name` beside `Attribute 1 value(s)`, as WooCommerce exports them, with what else it says about the attribute. */
const numbered = /^attribute_(\d+)_(name|values?|value_s|visible|global|default)$/;
/** WooCommerce writes a comma of a value as `\,`. */
const betweenValues = /(?<!\\),\s+/;

interface AttributeColumns {
  readonly name: string;
  readonly values: string;
  readonly others: readonly string[];
}

/** The columns of attributes in numbered pairs; none where a table has no such pairs. */
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

/** Makes fields of the attributes by their names: `Attribute 1 name`=Colour, `Attribute 1 value(s)`=red become `param.Colour`=red. */
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
