import type { PlainItem } from '#plugin/calls/front-answers.ts';

/** An item as customers see it. What is missing is left out. */
export interface ShownItem {
  readonly id: string;
  readonly name: string;
  readonly url: string | undefined;
  readonly image: string | undefined;
  readonly brand: string | undefined;
  readonly price: number | undefined;
  /** Only where it is more than the price. */
  readonly oldPrice: number | undefined;
  readonly currency: string | undefined;
  readonly isSoldOut: boolean;
}

const text = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
};
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** An address of the web, from the page where it is relative; anything else, such as a script, is none. */
export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

export function shownItemOf({ id, ...fields }: PlainItem): ShownItem {
  const price = number(fields['price']);
  const before = number(fields['price_before']);
  return {
    id,
    name: text(fields['name']) ?? id,
    url: webAddress(text(fields['url'])),
    image: webAddress(text(fields['image'])),
    brand: text(fields['brand']),
    price,
    oldPrice: price !== undefined && before !== undefined && before > price ? before : undefined,
    currency: text(fields['currency']),
    isSoldOut: fields['availability'] === 'out_of_stock',
  };
}
