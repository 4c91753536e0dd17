import type { RecordValue } from './feed-record.ts';
import { plainText } from './plain-text.ts';

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

const words: readonly (readonly [RegExp, Availability])[] = [
  [
    /^(?:in ?stock|instock|available|skladem|na sklade|dostupn[eéáý]|k dispozici|ihned|auf lager|sofort lieferbar|en stock|disponible|na stanie|dostepny|unlimited|raktaron|keszleten|limited ?availability|in ?store ?only|online ?only)\b/,
    'in_stock',
  ],
  [
    /^(?:out ?of ?stock|outofstock|sold ?out|soldout|unavailable|not available|discontinued|vyprodano|neni skladem|nedostupn|momentalne nedostupn|nie je na sklade|vypredane|nicht (?:auf lager|verfugbar)|ausverkauft|rupture|agotado|brak)/,
    'out_of_stock',
  ],
  [/^(?:pre-? ?order|presale|predobjedn|predprodej|v predprodeji|vorbestell)/, 'preorder'],
  [
    /^(?:back-? ?order|available for order|na objednavku|na dotaz|do \d+ dn|\d+ ?(?:-|–|az)? ?\d* ?(?:dn|days|(?:werk)?tage|munkanap|dni))/,
    'backorder',
  ],
];
const yes = new Set(['true', 'yes', 'ano', 'áno', 'y', 'tak', 'ja']);
const no = new Set(['false', 'no', 'ne', 'nie', 'n', 'nein']);

/**
 * One of four words, from what feeds write: `in stock`, `https://schema.org/InStock`, `Skladem`, true, a number in stock, or, in
 * fields about delivery, the number of days or the date of Heureka's DELIVERY_DATE. Unknown words are kept as they are.
 * @param isDelivery a number means days until dispatch.
 */
export function availabilityOf(value: RecordValue, isDelivery: boolean): string | null {
  const text = plainText(String(Array.isArray(value) ? (value[0] ?? '') : value));
  if (text === '') return null;
  const number = Number(text.replace(',', '.'));
  if (!Number.isNaN(number)) return isDelivery ? byDays(number) : number > 0 ? 'in_stock' : 'out_of_stock';
  if (isDelivery && /^\d{4}-\d{2}-\d{2}/.test(text)) return 'preorder';
  const word = simple(text);
  if (yes.has(word)) return 'in_stock';
  if (no.has(word)) return 'out_of_stock';
  return words.find(([pattern]) => pattern.test(word))?.[1] ?? text;
}

function byDays(days: number): Availability {
  return days <= 0 ? 'in_stock' : 'backorder';
}

function simple(text: string): string {
  const name = text.replace(/^https?:\/\/schema\.org\//i, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
}
