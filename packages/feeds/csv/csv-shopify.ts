import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

const telling = ['handle', 'option1_name', 'option1_value', 'variant_price'];
const optionCount = 3;
const noOption = /^(?:title|default title)$/i;

interface Columns {
  readonly handle: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly tracker: string | undefined;
  readonly policy: string | undefined;
  readonly quantity: string | undefined;
  readonly hasId: boolean;
}

export function shopifyColumns(columns: readonly string[]): Columns | null {
  const found = (name: string) => columns.find((column) => normalName(column) === name);
  const handle = found('handle');
  if (handle === undefined || telling.some((name) => found(name) === undefined)) return null;
  const options = Array.from({ length: optionCount }, (_, at) => ({
    name: found(`option${at + 1}_name`),
    value: found(`option${at + 1}_value`),
  })).flatMap(({ name, value }) => (name === undefined || value === undefined ? [] : [{ name, value }]));
  return {
    handle,
    options,
    tracker: found('variant_inventory_tracker'),
    policy: found('variant_inventory_policy'),
    quantity: found('variant_inventory_qty'),
    hasId: found('id') !== undefined || found('variant_id') !== undefined,
  };
}

/** Options become fields, handle and options tell variants apart, and the inventory policy decides availability. */
export async function* withShopifyMeaning(batches: RecordBatches, columns: Columns): RecordBatches {
  for await (const batch of batches) yield batch.map((record) => completed(record, columns));
}

function completed(record: FeedRecord, columns: Columns): FeedRecord {
  const { handle, options, hasId } = columns;
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  const values: string[] = [];
  for (const { name, value } of options) {
    const [option, chosen] = [textOf(fields[name]), textOf(fields[value])];
    delete fields[name];
    delete fields[value];
    if (option === '' || chosen === '' || noOption.test(chosen)) continue;
    fields[`param.${option}`] = chosen;
    values.push(chosen);
  }
  const key = textOf(fields[handle]);
  delete fields['@variant_key'];
  if (key !== '' && !hasId) fields['id'] = [key, ...values.map((value) => normalName(value).replaceAll('_', '-'))].join(':');
  const availability = availabilityOf(fields, columns);
  if (availability !== null) fields['availability'] ??= availability;
  return { ...record, fields };
}

/** Untracked stock, and products that sell on without stock, are available. */
function availabilityOf(fields: Readonly<Record<string, RecordValue>>, { tracker, policy, quantity }: Columns): string | null {
  if (quantity === undefined || tracker === undefined) return null;
  const isTracked = textOf(fields[tracker]) !== '';
  const sellsOn = policy !== undefined && textOf(fields[policy]).toLowerCase() === 'continue';
  const left = Number(textOf(fields[quantity]));
  return !isTracked || sellsOn || left > 0 ? 'in_stock' : 'out_of_stock';
}

const textOf = (value: RecordValue | undefined): string => (value === undefined ? '' : String(value).trim());
