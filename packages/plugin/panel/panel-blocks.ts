import type { Banner } from '#contract/search.ts';
import type { AutocompleteColumn, Autocompletion, Trending } from '#plugin/calls.ts';
import { type ShownItem, shownItemOf } from '#plugin/item.tsx';
import type { Words } from '#plugin/words.ts';

export type Target =
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'value'; readonly field: string; readonly value: string; readonly collection: number | null }
  | { readonly kind: 'item'; readonly item: ShownItem; readonly position: number }
  | { readonly kind: 'banner'; readonly banner: Banner }
  | { readonly kind: 'all' };

export interface Option {
  /** Its place among all options of the panel, from 0. */
  readonly place: number;
  readonly target: Target;
  /** As it is shown, and said by a screen reader. */
  readonly label: string;
}

export interface Block {
  readonly title: string;
  readonly kind: 'phrases' | 'values' | 'items' | 'all';
  readonly options: readonly Option[];
  /** How many items there are in all; null where nobody counts. */
  readonly totalCount: number | null;
}

export interface PanelContent {
  readonly side: readonly Block[];
  /** The first items; null where none are found. */
  readonly main: Block | null;
  /** Leads to the results; null where the panel shows them all. */
  readonly all: Option | null;
  readonly banners: readonly Option[];
  readonly options: readonly Option[];
  readonly queryId: string | null;
}

const pathSign = ' > ';
export const readablePath = (path: string): string => path.split(pathSign).join(' › ');

type Unplaced = Omit<Block, 'options'> & { readonly targets: readonly { readonly target: Target; readonly label: string }[] };

export function contentOf(answer: Autocompletion, words: Words): PanelContent {
  const blocks = (answer.columns ?? columnsOf(answer, words)).map((column) => blockOf(column, words));
  const shown = blocks.filter(({ targets }) => targets.length > 0);
  const main = shown.find(({ kind }) => kind === 'items') ?? null;
  const total = main?.totalCount ?? 0;
  const all =
    main !== null && total > main.targets.length
      ? { target: { kind: 'all' } as const, label: words.say('showAll', { n: total }) }
      : null;
  return placed(
    shown.filter((block) => block !== main),
    main,
    all,
    answer.query_id,
    answer.banners?.map((banner) => ({ target: { kind: 'banner', banner }, label: banner.headline || banner.alt })),
  );
}

export function popularOf({ items }: Trending, words: Words): PanelContent {
  return placed([], blockOf({ kind: 'items', title: words.say('popular'), items }, words), null, null);
}

function placed(
  side: readonly Unplaced[],
  main: Unplaced | null,
  all: Omit<Option, 'place'> | null,
  queryId: string | null,
  banners: readonly Omit<Option, 'place'>[] = [],
) {
  const options: Option[] = [];
  const add = (one: Omit<Option, 'place'>): Option => {
    const option = { ...one, place: options.length };
    options.push(option);
    return option;
  };
  const place = ({ targets, ...block }: Unplaced): Block => ({ ...block, options: targets.map(add) });
  return { side: side.map(place), main: main && place(main), all: all && add(all), banners: banners.map(add), options, queryId };
}

/** Servers that know no layout answer words and the items of each collection. */
function columnsOf({ suggestions, collections }: Autocompletion, words: Words): AutocompleteColumn[] {
  const values = suggestions.map(({ text, item_count: count }) => ({ text, count }));
  return [
    { kind: 'phrases', title: words.say('suggestions'), values },
    ...collections.map(({ name: title, ...items }): AutocompleteColumn => ({ kind: 'items', title, ...items })),
  ];
}

function blockOf({ kind, title, values = [], items = [], field, collection_id, total_count }: AutocompleteColumn, words: Words) {
  const block = { kind, totalCount: total_count ?? null };
  if (kind === 'items') {
    const shown = items.map(shownItemOf);
    const targets = shown.map((item, index) => ({
      target: { kind: 'item', item, position: index + 1 } as const,
      label: spoken(item, words),
    }));
    return { ...block, title: title || words.say('items'), targets };
  }
  const targets = values.map(({ text }) => {
    const query = { kind: 'query', query: text } as const;
    const target: Target =
      field && kind === 'values' ? { kind: 'value', field, value: text, collection: collection_id ?? null } : query;
    return { target, label: kind === 'values' ? readablePath(text) : text };
  });
  return { ...block, title: title || words.say('suggestions'), targets };
}

function spoken({ name, price, currency, isSoldOut }: ShownItem, words: Words): string {
  const cost = price === undefined ? '' : words.money(price, currency);
  return [name, cost, isSoldOut ? words.say('outOfStock') : ''].filter(Boolean).join(', ');
}
