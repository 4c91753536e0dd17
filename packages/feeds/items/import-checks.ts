import type { FieldValue, Item } from '#contract/item.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FeedWarning, ItemProblem } from '#feeds/feed-texts.ts';
import { isPicture } from '#feeds/mapping/mapping-values.ts';
import { isPublicHost, isShopHost } from '#feeds/recognise/shop-of-feed.ts';

const counted = ['name', 'price', 'currency', 'image', 'url', 'category', 'availability', 'description'] as const;
type Counted = (typeof counted)[number];

/** Counted over the items that an import adds. */
class Facts {
  items = 0;
  /** Items that have the field. */
  readonly has: Record<Counted, number> = {
    name: 0,
    price: 0,
    currency: 0,
    image: 0,
    url: 0,
    category: 0,
    availability: 0,
    description: 0,
  };
  /** Items whose name or price equals the first item's. */
  readonly sameAsFirst = { name: 0, price: 0 };
  first: Item['fields'] = {};
  /** Items that cost 0. */
  free = 0;
  freeName = '';
  /** Out of stock or on backorder. */
  unavailable = 0;
  /** Prices read as `65` whose text is `65.000`. */
  thousandths = 0;
  thousandth: { readonly field: string; readonly value: string; readonly amount: string } | null = null;
  garbled = 0;
  garbledName = '';
  /** Counted in the first items with a link. */
  readonly hosts = new Map<string, number>();
  linked = 0;
  /** Skipped because of their ids. */
  badIds = 0;
  emptyIds = 0;
  repeatedIds = 0;
  badPictures = 0;
  badPicture = '';
  /** By their ending, or beside the items' own pages. */
  picturePages = 0;
  picturePage = '';
  /** On the host of the pages, without an ending. */
  openPictures = 0;
  endedPictures = 0;
  readonly groups = new Set<string>();
  readonly single = new Set<string>();
  /** null: not chosen. */
  readonly projectCurrency: string | null;

  constructor(projectCurrency: string | null) {
    this.projectCurrency = projectCurrency;
  }
}

type Check = {
  [Code in FeedWarning['code']]: readonly [Code, (facts: Facts) => Extract<FeedWarning, { code: Code }>['details'] | null];
}[FeedWarning['code']];

const wholeShare = 0.9;
const mostShare = 0.5;
const bulkShare = 0.1;
const fewItems = 3;
/** More rows with an empty or repeated id are no oversight of a few. */
const noticedIdShare = 0.05;
const someItems = 10;

const missing = (field: Counted, leastItems: number): Check => [
  'noneHas',
  ({ items, has }) => (items >= leastItems && has[field] === 0 ? { field } : null),
];
const percent = (part: number, whole: number): string => String(Math.floor((part / whole) * 100));
const isOnlyPrices = ({ items, has }: Facts): boolean =>
  items > 0 && has.name + has.image + has.description + has.url + has.category === 0 && has.price + has.availability > 0;

function idsOf({ items, badIds, repeatedIds }: Facts) {
  const bad = badIds + repeatedIds;
  const all = items + bad;
  return { bad, all, isBulk: bad >= fewItems && bad >= all * bulkShare };
}

/** From the worst to the mildest. */
const checks: readonly Check[] = [
  ['onlyPrices', (facts) => (isOnlyPrices(facts) ? {} : null)],
  [
    'idsRefused',
    (facts) => {
      const { bad, all, isBulk } = idsOf(facts);
      return isBulk ? { percent: percent(bad, all) } : null;
    },
  ],
  [
    'idGaps',
    (facts) => {
      const { bad, all, isBulk } = idsOf(facts);
      const { emptyIds: empty } = facts;
      return !isBulk && bad > all * noticedIdShare ? { repeated: String(bad - empty), empty: String(empty) } : null;
    },
  ],
  ['namelessItems', ({ items, has }) => (has.name < items ? { count: items - has.name } : null)],
  [
    'sameNames',
    ({ items, has, sameAsFirst, first }) =>
      items >= someItems && has.name === items && sameAsFirst.name === items ? { value: String(first.name) } : null,
  ],
  [
    'garbledText',
    ({ has, garbled, garbledName }) => (garbled > 0 && garbled >= has.name * bulkShare ? { value: garbledName } : null),
  ],
  missing('price', 1),
  [
    'samePrices',
    ({ items, has, sameAsFirst, first }) => {
      const least = Number(first.price) <= 1 ? fewItems : someItems;
      return items >= least && has.price === items && sameAsFirst.price === items ? { amount: String(first.price) } : null;
    },
  ],
  [
    'unclearPrices',
    ({ has, thousandths, thousandth }) => (thousandth !== null && thousandths >= has.price * mostShare ? thousandth : null),
  ],
  [
    'unpricedItems',
    ({ items, has }) =>
      has.price > 0 && items - has.price >= items * bulkShare ? { percent: percent(items - has.price, items) } : null,
  ],
  ['freeItems', ({ has, free, freeName }) => (free > 0 && free < has.price ? { value: freeName } : null)],
  ['noCurrency', ({ has, projectCurrency }) => (has.price > 0 && has.currency === 0 && projectCurrency === null ? {} : null)],
  missing('image', 1),
  [
    'badPictures',
    ({ items, badPictures, badPicture }) => (badPictures > 0 && badPictures >= items * mostShare ? { value: badPicture } : null),
  ],
  [
    'picturePages',
    ({ has, picturePages, picturePage, openPictures, endedPictures }) => {
      const pages = picturePages + (endedPictures > 0 ? openPictures : 0);
      return pages > 0 && pages >= has.image * mostShare ? { value: picturePage } : null;
    },
  ],
  missing('url', 1),
  [
    'noShopHost',
    ({ linked, hosts }) => {
      const [host] = [...hosts].find(([, count]) => count >= linked * mostShare) ?? [];
      return host !== undefined && !isShopHost(host) ? { host } : null;
    },
  ],
  missing('category', fewItems + 1),
  missing('availability', fewItems + 1),
  [
    'outOfStock',
    ({ items, has, unavailable }) =>
      has.availability >= someItems && unavailable >= items * wholeShare ? { percent: percent(unavailable, items) } : null,
  ],
  [
    'oneGroup',
    ({ items, groups, single }) =>
      items >= someItems && groups.size === 1 && single.size === 0 ? { value: [...groups][0]! } : null,
  ],
  [
    'parentsBeside',
    ({ groups, single }) => {
      const parents = [...groups].filter((group) => single.has(group));
      return parents.length >= fewItems && parents.length >= groups.size * mostShare ? { value: parents[0] ?? '' } : null;
    },
  ],
];

/** `thumb.php?id=5` is a picture. */
const ofPage = /\.(?:html?|php|aspx?|jsp)(?:#.*)?$/i;
const folderOf = ({ host, pathname, search }: URL): string =>
  `${host}${pathname.replace(/[^/]*$/, '')}${search === '' ? '' : '?'}`;

const lookedHosts = 200;
/** More ids cost memory and prove nothing new. */
const lookedIds = 5_000;
const unclearPrice = /^\D{0,6}([1-9]\d{0,2})[.,](\d{3})\D{0,6}$/;
/** UTF-8 read as windows-1252 or -1250, and lost letters. */
const garbledLetters = /\ufffd|[ÃĂ][\u0080-\u00bf©ˇ]|Ð[\u0080-\u00bf°]|â€/;

/** Looks at the items that an import adds, and reports what can hardly be meant. */
export class ImportChecks {
  readonly #facts: Facts;

  constructor(projectCurrency: string | null) {
    this.#facts = new Facts(projectCurrency);
  }

  look({ id, fields }: Item, record: FeedRecord, priceFields: readonly string[]): void {
    const facts = this.#facts;
    if (facts.items === 0) facts.first = fields;
    facts.items += 1;
    for (const field of counted) if (fields[field] !== undefined) facts.has[field] += 1;
    if (fields.name === facts.first.name) facts.sameAsFirst.name += 1;
    if (fields.price === facts.first.price) facts.sameAsFirst.price += 1;
    if (fields.price === 0) {
      facts.free += 1;
      facts.freeName ||= String(fields.name ?? id);
    }
    if (fields.availability === 'out_of_stock' || fields.availability === 'backorder') facts.unavailable += 1;
    if (facts.items <= lookedIds) this.#lookAtGroup(id, fields.item_group);
    if (facts.linked < lookedHosts && typeof fields.url === 'string') this.#lookAtHost(fields.url);
    if (typeof fields.image === 'string' && !isPublicHost(URL.parse(fields.image)?.hostname ?? ''))
      this.#badPicture(fields.image);
    this.#lookAtPicture(fields);
    if (typeof fields.name === 'string' && garbledLetters.test(fields.name)) {
      facts.garbled += 1;
      facts.garbledName ||= fields.name;
    }
    if (typeof fields.price === 'number' && fields.price < 1000) this.#lookAtPrice(fields.price, record, priceFields);
  }

  problem({ reason, field, value }: ItemProblem): void {
    if (reason === 'missingId') this.#facts.emptyIds += 1;
    if (reason === 'missingId' || reason === 'duplicateItem') this.#facts.badIds += 1;
    if (reason === 'badUrl' && field === 'image') this.#badPicture(value);
  }

  #badPicture(value: string): void {
    this.#facts.badPictures += 1;
    this.#facts.badPicture ||= value;
  }

  #lookAtPicture({ image, url }: Item['fields']): void {
    const picture = typeof image === 'string' ? URL.parse(image) : null;
    if (typeof image !== 'string' || picture === null) return;
    const page = typeof url === 'string' ? URL.parse(url) : null;
    const hasEnding = /\.\w{2,5}$/.test(picture.pathname);
    if (image === url || ofPage.test(image) || (!hasEnding && page !== null && folderOf(picture) === folderOf(page))) {
      this.#facts.picturePages += 1;
    } else if (isPicture(image)) {
      this.#facts.endedPictures += 1;
      return;
    } else if (!hasEnding && picture.host === page?.host) this.#facts.openPictures += 1;
    else return;
    this.#facts.picturePage ||= image;
  }

  #lookAtGroup(id: string, group: FieldValue | undefined): void {
    if (group === undefined) this.#facts.single.add(id);
    else this.#facts.groups.add(String(group));
  }

  #lookAtHost(url: string): void {
    const host = URL.parse(url)?.hostname;
    if (host === undefined) return;
    this.#facts.linked += 1;
    this.#facts.hosts.set(host, (this.#facts.hosts.get(host) ?? 0) + 1);
  }

  #lookAtPrice(price: number, { fields }: FeedRecord, priceFields: readonly string[]): void {
    for (const field of priceFields) {
      const value = fields[field];
      const [, whole, rest] = typeof value === 'string' ? (unclearPrice.exec(value) ?? []) : [];
      if (whole === undefined || price !== Number(`${whole}.${rest}`)) continue;
      this.#facts.thousandths += 1;
      this.#facts.thousandth ??= { field, value: String(value), amount: String(price) };
    }
  }

  warnings(repeatedIds: number): FeedWarning[] {
    const facts = this.#facts;
    facts.repeatedIds = repeatedIds;
    const isPriceFeed = isOnlyPrices(facts);
    return checks.flatMap(([code, detailsOf]): FeedWarning[] => {
      if (isPriceFeed && (code === 'noneHas' || code === 'namelessItems')) return [];
      const details = detailsOf(facts);
      return details === null ? [] : [{ code, details } as FeedWarning];
    });
  }
}
