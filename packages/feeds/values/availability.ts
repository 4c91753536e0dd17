import { availabilityPhrases, noWords, yesWords } from './availability-words.ts';
import type { RecordValue } from '#feeds/feed-record.ts';
import { plainText } from './plain-text.ts';

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

/** What a number of days means in a field. */
export type DaysMeaning = 'none' | 'dispatch' | 'delivery';

/** What is on stock is delivered within so many days. */
const usualDeliveryDays = 5;
const days =
  /^(?:(?:do|za|in|within|innerhalb|lieferung|lieferzeit|dostawa|levering|livraison|sous|ca\.?|bis zu|um)\s+)*(\d+)(?:\s*(?:-|–|az|to|bis)\s*(\d+))?\s*(?:(?:pracovn\p{L}*|business|working|werk)\s*)?(?:d\.?$|dn|days?|(?:werk|arbeits)?tage?|munkanap|nap|jours?|dias?|giorni|dage?|dagar|werkdagen|dagen|arkipaiv|gun|дн|ден)/u;
/** `2-3 Wochen`, `in 2 weeks`, `do 2 týdnů`. */
const weeks =
  /^(?:\p{L}+\s+){0,2}(\d+)(?:\s*(?:-|–|az|to|bis)\s*(\d+))?\s*(?:wochen?|weeks?|tydn|tyzdn|tygodn|het|semaines?|semanas?|settiman|uger?|veckor|vecka|uker?|viikko|weken|week)/u;
const daysOfWeek = 7;
/** A word may end in another letter only where its phrase says so. */
const letter = /^[\p{L}\p{N}]/u;

/**
 * One of four words, from what feeds write: `in stock`, `https://schema.org/InStock`, `Skladem`, true, a number in stock, or, in
 * fields about delivery, the number of days or the date of Heureka's DELIVERY_DATE. Of several places, one with stock is enough.
 * Unknown words are kept as they are.
 */
export function availabilityOf(value: RecordValue, meaning: DaysMeaning): string | null {
  if (!Array.isArray(value)) return ofText(String(value), meaning);
  const all = value.map((each: string | number) => ofText(String(each), meaning));
  return all.includes('in_stock') ? 'in_stock' : (all[0] ?? null);
}

function ofText(value: string, meaning: DaysMeaning): string | null {
  const text = plainText(value);
  if (text === '') return null;
  const number = Number(text.replace(',', '.'));
  if (!Number.isNaN(number)) return meaning === 'none' ? ofStock(number) : byDays(number, meaning);
  if (meaning !== 'none' && /^\d{4}-\d{2}-\d{2}/.test(text)) return 'preorder';
  const word = simple(text);
  if (yesWords.has(word)) return 'in_stock';
  if (noWords.has(word)) return 'out_of_stock';
  return byPhrase(word) ?? byText(word, meaning) ?? text;
}

function byPhrase(word: string): Availability | undefined {
  return availabilityPhrases.find(([, phrases]) => phrases.some((phrase) => says(word, phrase)))?.[0];
}

function says(word: string, phrase: string): boolean {
  if (phrase.endsWith('*')) return word.startsWith(phrase.slice(0, -1));
  return word.startsWith(phrase) && !letter.test(word.slice(phrase.length));
}

/** `do 3 dnů`, `1-3`, `Lieferung in 1-3 Werktagen`; and `3 ks`. */
function byText(word: string, meaning: DaysMeaning): Availability | null {
  const [, oneWeek, lastWeek = oneWeek] = weeks.exec(word) ?? [];
  if (lastWeek !== undefined) return byDays(Number(lastWeek) * daysOfWeek, meaning);
  const [found, first, last = first] = days.exec(word) ?? (meaning === 'none' ? null : /^(\d+)\s*-\s*(\d+)$/.exec(word)) ?? [];
  if (found !== undefined) return byDays(Number(last), meaning);
  const pieces = /^>?\s*(\d+)\+?\s*(?:ks|pcs?|pieces?|stk|stuck|st|szt|db|buc|шт)\b/u.exec(word)?.[1];
  return pieces === undefined ? null : ofStock(Number(pieces));
}

function ofStock(count: number): Availability {
  return count > 0 ? 'in_stock' : 'out_of_stock';
}

function byDays(count: number, meaning: DaysMeaning): Availability {
  return count <= (meaning === 'delivery' ? usualDeliveryDays : 0) ? 'in_stock' : 'backorder';
}

function simple(text: string): string {
  const name = text.replace(/^https?:\/\/schema\.org\//i, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s-]+/g, (blank) => (blank === '-' ? '-' : ' '))
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim();
}
