import { localName } from '#feeds/xml/xml-node.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';

/** One object per line, in the array at `path` (empty: the outermost), or in the object at `path`, keyed by id. */
export type JsonLayout =
  | { readonly kind: 'lines' }
  | {
      readonly kind: 'array' | 'keyed';
      readonly path: readonly string[];
      /** The last keys of further lists beside that at `path`, which are the categories of their items. */
      readonly lists?: readonly string[];
    };

const itemKeys =
  'items products productos produtos prodotti produits produkte produkty produkter producten proizvodi termekek urunler artikel товары товари entries offers documents docs results hits edges nodes records rows data feed itemlistelement @graph list catalog catalogo inventory elements itemsummaries objects'.split(
    ' ',
  );
const sampledLines = 20;

/** `head` may be cut anywhere; `key` is the owner's choice. */
export function detectJsonLayout(head: string, key: string | null): JsonLayout {
  const start = head.trimStart();
  if (start.startsWith('[')) return { kind: 'array', path: [] };
  const levels = outerLevels(start);
  const all = levels.filter(({ isArray }) => isArray).map(({ path, entries }) => ({ path, count: entries.length }));
  const keyed = key === null && all.every(({ path }) => path.length > 1) ? keyedObject(levels) : null;
  if (keyed) return { kind: 'keyed', path: keyed };
  const priced = levels.filter(isPriced);
  const isOne = isOneDocument(start, all) || (!/\n\s*\S/.test(start) && priced.length > 0 && !isItem(levels[0]!.keys));
  if (isLines(start) && !isOne) return { kind: 'lines' };
  const arrays = all.filter(({ count }) => count > 0);
  const wanted = key === null ? null : localName(key);
  const given = arrays.find(({ path }) => path.at(-1) === wanted || path.join('.') === wanted);
  const known = itemKeys.flatMap((name) => arrays.filter(({ path }) => path.at(-1)?.toLowerCase() === name));
  const largest = [...arrays].sort((a, b) => b.count - a.count);
  const chosen = given ?? known[0] ?? largest[0] ?? all.find(({ path }) => itemKeys.includes(path.at(-1) ?? ''));
  const lists = given === undefined && known.length === 0 ? besides(chosen, priced) : [];
  if (chosen) return { kind: 'array', path: chosen.path, ...(lists.length > 0 ? { lists } : {}) };
  // Without a list there are no items, which the reader reports.
  const isOneLine = !/\n./.test(start.trimEnd());
  return wanted === null && isOneLine ? { kind: 'lines' } : { kind: 'array', path: (wanted ?? 'items').split('.') };
}

function isLines(text: string): boolean {
  const lines = text.split('\n', sampledLines + 1).map((line) => line.trim());
  const complete = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line !== '');
  const objects = complete.filter(isObject);
  return objects.length >= 2
    ? objects.length * 2 >= complete.length
    : lines.length > 1 &&
        objects.length === 1 &&
        objects[0] === lines[0] &&
        (lines[1] === '' || lines[1]?.startsWith('{') === true);
}

/** Objects of a list that begin their lines have a comma behind them. */
function isObject(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false;
  const brackets = [...tokensOf(line)].map(([token]) => token);
  const count = (sign: string) => brackets.filter((token) => token === sign).length;
  return count('{') === count('}') && count('[') === count(']');
}

function isOneDocument(text: string, arrays: readonly FoundArray[]): boolean {
  const isOneLine = !/\n\s*\S/.test(text);
  return (
    isOneLine &&
    arrays.some(({ path, count }) => path.length <= 3 && count > 0 && itemKeys.includes(path.at(-1)?.toLowerCase() ?? ''))
  );
}

interface FoundArray {
  readonly path: readonly string[];
  readonly count: number;
}

const sampledEntries = 20;
const leastEntries = 2;
const leastKnownFields = 2;
const containers = new Set(['products', 'items', 'offers', 'data', 'catalog', 'inventory', 'documents', 'records', 'results']);
const telling = (['name', 'price', 'image', 'url', 'description', 'category', 'brand', 'availability'] as const).flatMap(
  (field) => knownNames[field],
);
const itemFields = new Set(telling);

interface Level {
  readonly path: readonly string[];
  readonly isArray: boolean;
  readonly isInArray: boolean;
  /** The keys of each object in it. */
  readonly entries: Set<string>[];
  hasOthers: boolean;
  readonly keys: Set<string>;
}

/** Arrays and objects that are in no array. @param head may be cut anywhere */
function outerLevels(head: string): Level[] {
  const stack: Level[] = [];
  const found: Level[] = [];
  let key = '';
  for (const [token, isKey] of tokensOf(head)) {
    const top = stack.at(-1);
    if (isKey) {
      key = token.slice(1, -1);
      top?.keys.add(key);
    } else if (token === '{' || token === '[') {
      const isInArray = top !== undefined && (top.isArray || top.isInArray);
      const path = top === undefined || isInArray ? [] : [...top.path, key];
      const level = { path, isArray: token === '[', isInArray, entries: [], hasOthers: false, keys: new Set<string>() };
      if (token === '{') top?.entries.push(level.keys);
      else if (top) top.hasOthers = true;
      if (!isInArray) found.push(level);
      stack.push(level);
    } else if (token === '}' || token === ']') stack.pop();
    else if (top) top.hasOthers = true;
  }
  return found;
}

/** An object whose entries are items by their ids, as Firebase exports them. */
function keyedObject(levels: readonly Level[]): readonly string[] | null {
  const [root, ...inner] = levels;
  const named = [...containers].flatMap((name) => inner.find(({ path }) => path.length === 1 && path[0] === name) ?? []);
  return [root, ...named].find((level) => level !== undefined && isKeyed(level))?.path ?? null;
}

const isItem = (keys: ReadonlySet<string>): boolean =>
  [...keys].filter((key) => itemFields.has(normalName(key))).length >= leastKnownFields;

const has = (field: 'name' | 'price', keys: ReadonlySet<string>): boolean =>
  [...keys].some((key) => knownNames[field].includes(normalName(key)));

/** Most of its objects have a name and a price. */
function isPriced({ isArray, isInArray, entries }: Level): boolean {
  const items = entries.filter((keys) => has('name', keys) && has('price', keys));
  return isArray && !isInArray && items.length * 2 > entries.length;
}

/** `{"wines": […], "oils": […]}` */
function besides(chosen: FoundArray | undefined, priced: readonly Level[]): string[] {
  const ofParent = priced.filter(({ path }) => path.slice(0, -1).join('.') === chosen?.path.slice(0, -1).join('.'));
  return ofParent.length > 1 && ofParent.some(({ path }) => path === chosen?.path)
    ? ofParent.map(({ path }) => path.at(-1)!)
    : [];
}

function isKeyed({ isArray, hasOthers, entries }: Level): boolean {
  const sampled = entries.slice(0, sampledEntries);
  const likeItems = sampled.filter(isItem);
  return !isArray && !hasOthers && sampled.length >= leastEntries && likeItems.length * 2 > sampled.length;
}

function* tokensOf(text: string): Generator<readonly [token: string, isKey: boolean]> {
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]|[^\s"[\]{},:]+/gs;
  for (const match of text.matchAll(token)) yield [match[0].replace(/\s*:$/, ''), match[1] !== undefined];
}
