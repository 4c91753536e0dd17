import { plainName } from '#feeds/mapping/item-fields.ts';

/** English headings of WooCommerce's export by column: it translates them, but not their order, nor types and visibility. */
export type Headings = Readonly<Record<string, string>>;

const before = 'SKU|Name|Published|Is featured?';
const beforeWithCode = 'SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?';
const behind =
  'Short description|Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|Backorders allowed?|Sold individually?|Weight (kg)|Length (cm)|Width (cm)|Height (cm)|Allow customer reviews?|Purchase note|Sale price|Regular price|Categories|Tags|Shipping class|Images|Download limit|Download expiry days|Parent|Grouped products|Upsells|Cross-sells|External URL|Button text|Position';
/** Since version 3.5. */
const withoutLowStock = behind.replace('Low stock amount|', '');
const attributeParts = ['name', 'value(s)', 'visible', 'global', 'default'];

const type = /^(?:simple|variable|variation|grouped|external|subscription|variable-subscription)(?:, (?:virtual|downloadable))*$/;
const visibility = /^(?:visible|catalog|search|hidden)$/;
const flag = /^[012]$/;

/** Null unless the rows have WooCommerce's types and visibility. */
export function wooCommerceHeadings(columns: readonly string[], rows: readonly (readonly string[])[]): Headings | null {
  const hasOnly = (at: number, pattern: RegExp): boolean => {
    const texts = rows.map((cells) => cells[at]?.trim() ?? '').filter((text) => text !== '');
    return texts.length > 0 && texts.every((text) => pattern.test(text));
  };
  const [typeAt, visibilityAt] = [type, visibility].map((pattern) => columns.findIndex((_, at) => hasOnly(at, pattern)));
  if (typeAt === undefined || visibilityAt === undefined || typeAt === -1 || visibilityAt <= typeAt) return null;
  const headings: Record<string, string> = {};
  const name = (from: number, names: readonly string[]): void => {
    for (const [at, heading] of names.entries()) if (columns[from + at] !== undefined) headings[columns[from + at]!] = heading;
  };
  if (typeAt > 0) name(typeAt - 1, ['ID']);
  name(typeAt, ['Type']);
  name(visibilityAt, ['Visibility in catalog']);
  const between = [before, beforeWithCode]
    .map((names) => names.split('|'))
    .find(({ length }) => length === visibilityAt - typeAt - 1);
  if (between) name(typeAt + 1, between);
  const numbers = columns.map((column) => /\d+/.exec(plainName(column).replace(/^meta_.*/, ''))?.[0]);
  const ofAll = numbers.findIndex((number, at) => at > visibilityAt && number !== undefined && number === numbers[at + 1]);
  const rest = (ofAll === -1 ? columns.length : ofAll) - visibilityAt - 1;
  const whole = [behind, withoutLowStock]
    .map((names) => names.split('|'))
    .find(({ length }) => rest === length || rest === length + 1);
  if (whole) name(visibilityAt + 1, whole);
  for (const [at, number] of numbers.entries()) {
    if (at <= visibilityAt || number === undefined || number === numbers[at - 1] || number !== numbers[at + 1]) continue;
    const isPair = numbers[at + 2] !== number || hasOnly(at + 2, flag);
    const group = attributeParts.filter((_, part) => numbers[at + part] === number);
    if (isPair && !hasOnly(at + 1, /^https?:/))
      name(
        at,
        group.map((part) => `Attribute ${number} ${part}`),
      );
  }
  return headings;
}
