/** Numbers that look like chance and are the same on every machine. */

/** FNV-1a over UTF-16 units, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mixed(hash >>> 0);
}

/** FNV alone leaves neighbours alike in their low bits; the finaliser of MurmurHash3 doesn't. */
function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** At least 0, below 1. */
export const chance = (text: string): number => hashOf(text) / 2 ** 32;

export function pick<Value>(values: readonly Value[], number: number): Value {
  const value = values[number % values.length];
  if (value === undefined) throw new RangeError('There is nothing to pick from.');
  return value;
}

/** GS1 prefixes 200 to 299 are for use within a company, so these never meet a real product. */
const privatePrefix = '299';

/** EAN-13 of the item with this number, which is below 10⁹. */
export function eanOf(number: number): string {
  const digits = privatePrefix + String(number).padStart(9, '0');
  return digits + eanCheckDigit(digits);
}

/** Makes the digits, weighted 1 and 3 in turn, add up to a multiple of ten. */
export function eanCheckDigit(twelveDigits: string): number {
  const sum = Array.from(twelveDigits, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

const crownsPerEuro = 25;

/** As shops write prices: 349 and 1290 crowns, 13.90 euros. */
export function shopPrice(czk: number, currency: 'CZK' | 'EUR'): number {
  if (currency === 'EUR') return Math.round(Math.max(1, Math.ceil(czk / crownsPerEuro)) * 100 - 10) / 100;
  return czk < 1000 ? Math.max(9, Math.round(czk / 10) * 10 - 1) : Math.round(czk / 100) * 100 - 10;
}
