import type { Item } from '#contract/item.ts';
import type { Answer, QuestionName } from '#engine/embedded/query/questions.ts';
import type { Hit, ItemPage, SearchResult } from '#engine/port.ts';
import type { SettledSearch } from '#engine/settle-search.ts';
import { fieldsJsonOf, storedItem } from '#engine/stored-item.ts';

/** An item as it is stored: a message copies one text instead of all its fields. */
type PortableItem = readonly [id: string, fieldsJson: string, source: number | null];
type PortableHit = Omit<Hit, 'item'> & { readonly item: PortableItem };

const packed = (item: Item): PortableItem => [item.id, fieldsJsonOf(item), item.source ?? null];
const unpacked = ([id, fieldsJson, source]: PortableItem): Item => storedItem(id, fieldsJson, source);

type Found = SearchResult | SettledSearch;

const hasHits = (name: QuestionName): boolean => name === 'search' || name === 'settle';

/** The answer as a message between threads carries it. */
export function portable(name: QuestionName, answer: unknown): unknown {
  if (name === 'items') return (answer as Item[]).map(packed);
  if (name === 'itemPage') return { ...(answer as ItemPage), items: (answer as ItemPage).items.map(packed) };
  if (!hasHits(name)) return answer;
  const result = answer as Found;
  return { ...result, hits: result.hits.map((hit): PortableHit => ({ ...hit, item: packed(hit.item) })) };
}

/** The answer that was made portable. */
export function restored<Name extends QuestionName>(name: Name, message: unknown): Answer<Name> {
  if (name === 'items') return (message as PortableItem[]).map(unpacked) as Answer<Name>;
  if (name === 'itemPage') {
    const page = message as Omit<ItemPage, 'items'> & { readonly items: readonly PortableItem[] };
    return { ...page, items: page.items.map(unpacked) } as Answer<Name>;
  }
  if (!hasHits(name)) return message as Answer<Name>;
  const result = message as (Omit<SearchResult, 'hits'> | Omit<SettledSearch, 'hits'>) & {
    readonly hits: readonly PortableHit[];
  };
  const hits = result.hits.map((hit) => ({ ...hit, item: unpacked(hit.item) }));
  return { ...result, hits } as Found as Answer<Name>;
}
