import { type FeedRecord, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { remembered } from '#feeds/remembered.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';
import { isSalePriceName, placeOf, unwrapped } from '#feeds/mapping/known-names.ts';

type Role = 'sale' | 'price' | 'both' | 'from' | 'to' | 'flag' | null;

const offers =
  'sale|special|special_price|reduc\\p{L}*|discount\\p{L}*|promo\\p{L}*|offer|action|akc\\p{L}*|aktion\\p{L}*|angebot\\p{L}*|sonder\\p{L}*|rabat\\p{L}*|oferta|rebaj\\p{L}*|sconto|offerta|sald[oi]|soldes|slev\\p{L}*|zlav\\p{L}*|actie|tilbud|kampanj\\p{L}*|скидк\\p{L}*|акци\\p{L}*|знижк\\p{L}*';
const starts =
  'from|starts?|begin|begins|since|od|von|ab|desde|du|da|beginn\\p{L}*|debut|inicio|inizio|zac\\p{L}*|pocz\\p{L}*|rozpocz\\p{L}*|vanaf|fra|från|с|від|начал\\p{L}*|начало';
const ends =
  'to|ends?|until|till|do|bis|hasta|au|fin|fine|end\\p{L}*|kon[ce]\\p{L}*|zakon\\p{L}*|tot|til|till|expir\\p{L}*|valid_until|по|до|окончан\\p{L}*|конец';
const inName = (words: string) => new RegExp(`(?:^|_)(?:${words})(?:_|$)`, 'u');
const [ofOffer, isStart, isEnd] = [inName(offers), inName(starts), inName(ends)];
const isRange = /effective_date|date_range|effective_dates|sale_price_dates?$|validity$/;
const dated = /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|^\d{10}$/;

/** A flag by which the reduced price counts: `onSale`, `promotion_active`, `en_oferta`. */
const isFlag = new RegExp(
  `^(?:is_)?on_?sale$|^(?:is|has|en|em|in|im|w|v|ve)_(?:${offers})$|^(?:${offers})_(?:enabled|a[ck]tiv\\p{L}*)$`,
  'u',
);
const no = /^(?:0|false|no|n)$/i;

/** Leaves reduced prices out before and after their dates, and where a flag says so. @param now in milliseconds */
export function datedPrices(now: number) {
  const roleOf = remembered((name) => roleOfName(plainName(name)));
  return {
    isDate: (name: string): boolean => ['both', 'from', 'to', 'flag'].includes(roleOf(name) ?? ''),
    inTime: (record: FeedRecord): FeedRecord => inTime(record, roleOf, now),
  };
}

function roleOfName(name: string): Role {
  if (isSalePriceName(name)) return 'sale';
  if ([name, ...unwrapped(name)].some((each) => placeOf('price', each) !== -1)) return 'price';
  if (isFlag.test(name)) return 'flag';
  if (!ofOffer.test(name)) return null;
  if (isRange.test(name)) return 'both';
  return isEnd.test(name) ? 'to' : isStart.test(name) ? 'from' : null;
}

function inTime(record: FeedRecord, roleOf: (name: string) => Role, now: number): FeedRecord {
  let isOver = false;
  let hasSale = false;
  let hasPrice = false;
  for (const name in record.fields) {
    const role = roleOf(name);
    if (role === null) continue;
    const value = String(record.fields[name]).trim();
    if (value === '') continue;
    if (role === 'sale') hasSale = true;
    else if (role === 'price') hasPrice = true;
    else if (role === 'flag') isOver ||= no.test(value);
    else if (dated.test(value)) isOver ||= isOutside(value, role, now);
  }
  if (!isOver || !hasSale || !hasPrice) return record;
  const fields: Record<string, RecordValue> = emptyFields();
  for (const name in record.fields) if (roleOf(name) !== 'sale') fields[name] = record.fields[name]!;
  return { ...record, fields };
}

function isOutside(value: string, role: 'both' | 'from' | 'to', now: number): boolean {
  const [first = '', second = ''] =
    role === 'both' ? value.split(/\s*\/\s*(?=\d{4}-)|\s+[-–]\s+|\s*,\s*/) : role === 'from' ? [value] : ['', value];
  return momentOf(first, false) > now || momentOf(second, true) < now;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** NaN, which is never before or after, without a date. A last day counts whole. */
function momentOf(text: string, isEnd: boolean): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  const european = /^(\d{1,2})[./](\d{1,2})[./](\d{4})(.*)$/.exec(text);
  const [, day = '', month = '', year = '', rest = ''] = european ?? [];
  const moment = Date.parse(
    european
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest.trim() === '' ? '' : `T${rest.trim()}`}`
      : text.trim(),
  );
  return isEnd && !/\d:\d/.test(text) ? moment + dayMilliseconds : moment;
}
