import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { remembered } from '#feeds/remembered.ts';
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
  ['relationship_details', [/\|/, /^([^=]+)=(.*)$/]],
  ['editions', [/;/, /^([^:;]+):(.+)$/]],
  ['features', [/;\s*/, /^([^:;]+): [ETSNMCO]\[(.*)\]$/]],
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

const numberWords = 'zero one two three four five six seven eight nine ten'.split(' ');
const namesIt = /^(?:names?|labels?|titles?|keys?|nombre|nome|nom|navn|nazev|nazwa|название|キー)$/;
const valuesIt = /^(?:values?|choices?|valor|valores|valeurs?|valori|valore|wert|werte|hodnota|wartosc|waarde|значение|選択肢)$/;
const between = /^(?:s|of|de|di|da|del|della)$/;

interface OptionPart {
  /** Shared by the columns of one option. */
  readonly key: string;
  readonly part: 'name' | 'value' | 'other';
  /** An attribute is the same for all variants. */
  readonly isOfVariant: boolean;
}

/** `Option1 Name`, `Attribute 1 value(s)`, `variant_option_one_name`, `Value of Variation 1`; null for names without a number. */
export const optionPart = remembered((heading): OptionPart | null => {
  const words = normalName(heading)
    .replaceAll(/(?<=[^\d_])(?=\d)|(?<=\d)(?=[^\d_])/g, '_')
    .replace(/^options?_for_/, 'value_')
    .replace(/(?<=^variations)(?=(?:name|wert|typ)_)|(?=キー|選択肢)/, '_')
    .split('_');
  const at = words.findLastIndex((word) => /^\d+$/.test(word) || numberWords.includes(word));
  if (at === -1) return null;
  const number = /^\d+$/.test(words[at]!) ? words[at]! : String(numberWords.indexOf(words[at]!));
  const others = words.filter((word, index) => index !== at && !between.test(word));
  const isDescribed = others.includes('description') && described.test(others.join('_'));
  const part =
    isDescribed || others.some((word) => valuesIt.test(word))
      ? 'value'
      : others.some((word) => namesIt.test(word))
        ? 'name'
        : 'other';
  const stem = others.filter((word) => !namesIt.test(word) && !valuesIt.test(word) && !(isDescribed && word === 'description'));
  const key = [...stem.filter((word) => !aboutOption.test(word)), number].join('_');
  return { key, part, isOfVariant: ofVariants.test(key) };
});

/** Wix: `productOptionDescription1`, `additionalInfoDescription1`. */
const described = /option|info/;
const ofVariants = /option|variation|variacion|variante|propriedade|propiedad|バリエーション/;
/** Columns beside the name and the value of an option. */
const aboutOption = /^(?:types?|typ|tipo|visible|global|default|custom|linked|to)$/;

/** WooCommerce escapes a comma as `\,`. */
const betweenValues = /(?<!\\),\s+/;

export interface AttributeColumns {
  readonly name: string;
  readonly values: string;
  readonly others: readonly string[];
  readonly isOfVariant: boolean;
}

/** Columns of options in pairs, whatever they are called. */
export function attributeColumns(
  columns: readonly string[],
  headings: Readonly<Record<string, string>>,
): readonly AttributeColumns[] {
  const parts = columns.flatMap((column) => {
    const found = optionPart(headings[column] ?? column);
    return found === null ? [] : [{ column, ...found }];
  });
  return [...Map.groupBy(parts, ({ key }) => key).values()].flatMap((ofOne): AttributeColumns[] => {
    const values = ofOne.find(({ part }) => part === 'value');
    // `Variation 1` beside `Value of Variation 1`.
    const name =
      ofOne.find(({ part }) => part === 'name') ?? (ofOne.length === 2 ? ofOne.find(({ part }) => part === 'other') : undefined);
    if (name === undefined || values === undefined) return [];
    const others = ofOne.filter((one) => one !== name && one !== values).map(({ column }) => column);
    return [{ name: name.column, values: values.column, others, isOfVariant: values.isOfVariant }];
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
