import type { FeedRecord } from '#feeds/feed-record.ts';
import { parsePrice } from '#feeds/values/price.ts';
import { type FieldMapping, ownName } from './item-fields.ts';
import { isSalePriceName, namePatterns, otherNames, taxExcluded } from './known-names.ts';
import type { FieldSamples } from './mapping-values.ts';
import { isPrivateName } from './private-names.ts';

const reducedWords =
  /sale|sell|promo|special|discount|reduced|after|final|real|actual|now|offer|deal|akc|akt?ion|slev|zlav|rebaj|oferta|descuento|desconto|sconto|scontato|remise|solde|angebot|sonder|korting|tarjous|kampan|indirim|reducere|redus|акци|скидк|знижк|распродаж|разпрод|satilacak|kedvezm|diskon|khuyen|giam|مخفض|تخفيض|خصم|عرض|تخفیف|מבצע|セール|特価|割引|할인|促销|折扣|特价|ลด/;

/** A price column that is never above the named one and often below it, such as `PRICE_AFTER_SALE`, is what is paid. */
export function reducedFirst(
  proposals: readonly FieldMapping[],
  samples: readonly FieldSamples[],
  records: readonly FeedRecord[],
): readonly FieldMapping[] {
  const [best] = proposals;
  if (best === undefined || isSalePriceName(ownName(best.from))) return proposals;
  const reduced = samples.find(
    ({ from, normal }) =>
      from !== best.from &&
      containerOf(from) === containerOf(best.from) &&
      namePatterns.price?.test(normal) === true &&
      otherNames.price?.test(normal) === false &&
      !isPrivateName(normal) &&
      taxExcluded.test(normal) === taxExcluded.test(ownName(best.from)) &&
      reducedWords.test(normal) &&
      isBelow(from, best.from, records),
  );
  return reduced === undefined ? proposals : [{ ...best, from: reduced.from, reason: 'sampledValues' }, ...proposals.slice(0, 1)];
}

/** A price in a parameter or a part isn't the item's. */
const containerOf = (from: string): string => from.replace(/\.[^.]*price\.(?:value|amount)$/i, '.').replace(/[^.]*$/, '');

function isBelow(from: string, other: string, records: readonly FeedRecord[]): boolean {
  const pairs = records.flatMap(({ fields }): [number, number][] => {
    const [price, normal] = [fields[from], fields[other]].map((value) => parsePrice(String(value ?? ''))?.amount ?? 0);
    return price && normal ? [[price, normal]] : [];
  });
  return pairs.every(([price, normal]) => price <= normal) && pairs.some(([price, normal]) => price < normal);
}

/** Beside a reduced price, the normal price is the price before, as a net one can't be. */
export function orNormalPrice(own: readonly FieldMapping[], standard: readonly FieldMapping[]): readonly FieldMapping[] {
  const [first, second] = standard.filter(({ to }) => to === 'price');
  const isNet = first !== undefined && taxExcluded.test(ownName(own[0]?.from ?? '')) && !taxExcluded.test(ownName(first.from));
  if ((own.length > 0 && !isNet) || !first || !second) return own;
  const isReduced = first.reason === 'sampledValues' || isSalePriceName(ownName(first.from));
  return isReduced ? [{ from: second.from, to: 'price_before', reason: 'feedName' }] : [];
}

/** Where only some items are reduced, the price before is the price of the others. */
export function normalPrices(
  before: readonly FieldMapping[],
  standard: readonly FieldMapping[],
  samples: readonly FieldSamples[],
): FieldMapping[] {
  const prices = standard.filter(({ to }) => to === 'price').map(({ from }) => from);
  const [only, second] = prices;
  const isRare = samples.some(({ from, presence }) => from === only && presence < 1);
  if (only === undefined || second !== undefined || !isRare || !isSalePriceName(ownName(only))) return [];
  return before.map((mapping) => ({ ...mapping, to: 'price' }));
}
