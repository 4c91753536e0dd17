import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

/** Columns in which Magento and Vendure pack names with their values. */
const packedColumns = new Set(['additional_attributes', 'facets', 'variant_facets']);
const forms: readonly (readonly [between: RegExp, pair: RegExp])[] = [
  // Several values of one name stand between bars.
  [/,(?=[\w-]+=)/, /^([\w-]+)=(.*)$/s],
  [/\|/, /^([^:|]+):(.+)$/s],
];

/** Unpacks `manufacturer=Joust,color=Black` and `category:Shoes|brand:Apple` into fields `param.color`, `param.brand` … */
export async function* unpackPairs(batches: RecordBatches): RecordBatches {
  for await (const batch of batches) yield batch.map(unpacked);
}

function unpacked(record: FeedRecord): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const name in record.fields) {
    const value = record.fields[name];
    const pairs = typeof value === 'string' && packedColumns.has(normalName(name)) ? pairsOf(value) : null;
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

/** null when a part is no pair. */
function pairsOf(cell: string): [string, string][] | null {
  for (const [between, pair] of forms) {
    const matches = cell.split(between).map((part) => pair.exec(part.trim()));
    if (matches.every((match) => match !== null)) return matches.map(([, key = '', text = '']) => [key.trim(), text.trim()]);
  }
  return null;
}
