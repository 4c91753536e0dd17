import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

type Form = readonly [between: RegExp, pair: RegExp];

const magento: Form = [/,(?=[\w-]+=)/, /^([\w-]+)=(.*)$/s];
const vendure: Form = [/\|/, /^([^:|]+):(.+)$/s];
/** The third value is a position. */
const prestaShop: Form = [/,/, /^([^:]+):([^:]+)(?::\d*)*$/];
/** Columns in which exports pack names with their values. */
const packedColumns: ReadonlyMap<string, Form> = new Map([
  ['additional_attributes', magento],
  ['facets', vendure],
  ['variant_facets', vendure],
  ['feature_name_value_position', prestaShop],
]);

/** Unpacks `manufacturer=Joust,color=Black` and `category:Shoes|brand:Apple` into fields `param.color`, `param.brand` … */
export async function* unpackPairs(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) yield batch.map(unpacked);
}

function unpacked(record: FeedRecord): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const name in record.fields) {
    const value = record.fields[name];
    const form = packedColumns.get(normalName(name));
    const pairs = form && typeof value === 'string' ? pairsOf(value, form) : null;
    if (!pairs) continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    delete fields[name];
    for (const [key, text] of pairs) {
      const known = fields[`param.${key}`];
      // Several values of one name stand between bars.
      const texts = text.split('|');
      fields[`param.${key}`] = known === undefined && texts.length === 1 ? text : [known ?? [], texts].flat().map(String);
    }
  }
  return fields ? { ...record, fields } : record;
}

/** null when a part is no pair. */
function pairsOf(cell: string, [between, pair]: Form): [string, string][] | null {
  const matches = cell.split(between).map((part) => pair.exec(part.trim()));
  if (!matches.every((match) => match !== null)) return null;
  return matches.map(([, key = '', text = '']) => [key.trim(), text.trim()]);
}
