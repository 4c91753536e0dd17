import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { isStandardName, knownNames, optionMark } from '#feeds/mapping/known-names.ts';

type Form = readonly [between: RegExp, pair: RegExp];

const magento: Form = [/,(?=[\w-]+=)/, /^([\w-]+)=(.*)$/s];
const vendure: Form = [/\|/, /^([^:|]+):(.+)$/s];
const prestaShop: Form = [/,/, /^([^:]+):([^:]+)(?::\d*)*$/];
/** Lines of `group|name|value`. */
const openCart: Form = [/\r?\n(?=\S)/, /^[^|]+\|([^|]+)\|([^|]*)$/];
const packedColumns: ReadonlyMap<string, Form> = new Map([
  ['additional_attributes', magento],
  ['facets', vendure],
  ['variant_facets', vendure],
  ['feature_name_value_position', prestaShop],
  ['attributes', openCart],
]);

/** `manufacturer=Joust,color=Black` and `category:Shoes|brand:Apple` become `param.color`, `param.brand` … */
export async function* unpackPairs(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) yield batch.map(unpacked);
}

function unpacked(record: FeedRecord): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const name in record.fields) {
    const value = record.fields[name];
    if (typeof value !== 'string') continue;
    const form = packedColumns.get(normalName(name));
    const pairs = form ? pairsOf(value, form) : value.startsWith('{"') ? pairsOfJson(value) : null;
    if (!pairs) continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    delete fields[name];
    for (const [key, text] of pairs) {
      const known = fields[`param.${key}`];
      const texts = text.split('|');
      fields[`param.${key}`] = known === undefined && texts.length === 1 ? text : [known ?? [], texts].flat().map(String);
    }
  }
  return fields ? { ...record, fields } : record;
}

/** `{"Weight": "171 g"}`; null when a value is neither a text nor a number. */
function pairsOfJson(cell: string): [string, string][] | null {
  try {
    const pairs = Object.entries(JSON.parse(cell) as Readonly<Record<string, unknown>>);
    const areTexts = pairs.every(([, value]) => typeof value === 'string' || typeof value === 'number');
    return areTexts ? pairs.map(([name, value]) => [name.trim(), String(value).replaceAll('|', '/')]) : null;
  } catch {
    return null;
  }
}

/** null when a part is no pair. */
function pairsOf(cell: string, [between, pair]: Form): [string, string][] | null {
  const matches = cell.split(between).map((part) => pair.exec(part.trim()));
  if (!matches.every((match) => match !== null)) return null;
  return matches.map(([, key = '', text = '']) => [key.trim(), text.trim()]);
}

/** WooCommerce: `Attribute 1 name`, `Attribute 1 value(s)` … */
const numbered = /^attribute_(\d+)_(name|values?|value_s|visible|global|default)$/;
/** WooCommerce escapes a comma as `\,`. */
const betweenValues = /(?<!\\),\s+/;

interface AttributeColumns {
  readonly name: string;
  readonly values: string;
  readonly others: readonly string[];
}

export function attributeColumns(
  columns: readonly string[],
  headings: Readonly<Record<string, string>>,
): readonly AttributeColumns[] {
  const parts = columns.flatMap((column) => {
    const [, number, part] = numbered.exec(normalName(headings[column] ?? column)) ?? [];
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

/** `Attribute 1 name`=Colour, `Attribute 1 value(s)`=red become `param.Colour`=red. */
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
    if (found.length > 0) fields[attributeField(attribute.trim())] = found.length === 1 ? found[0]! : found;
  }
  return { ...record, fields };
}

const attributesOfItems = new Set([...knownNames.brand, ...knownNames.ean, ...knownNames.product_code]);

/** An attribute such as `Type` or `Quantity` is no standard field. */
function attributeField(name: string): string {
  const normal = normalName(name);
  return (isStandardName(normal) && !attributesOfItems.has(normal) ? optionMark : 'param.') + name;
}
