import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

/** How many of the entries are looked at, and how many fields of items they must have in common with what shops write. */
const sampledEntries = 20;
const leastEntries = 2;
const leastKnownFields = 2;
const containers = new Set(['products', 'items', 'offers', 'data', 'catalog', 'inventory', 'documents', 'records', 'results']);
const telling = (['name', 'price', 'image', 'url', 'description', 'category', 'brand', 'availability'] as const).flatMap(
  (field) => knownNames[field],
);
const itemFields = new Set(telling);

interface Level {
  readonly key: string;
  readonly isArray: boolean;
  /** Values that are objects, and all others. */
  objectCount: number;
  otherCount: number;
  readonly keys: Set<string>;
}

/**
 * The path of an object whose entries are the items, keyed by their ids, as Firebase exports them; null when there is none.
 * @param head the beginning of the document, which may be cut anywhere.
 */
export function keyedObject(head: string): readonly string[] | null {
  const outermost = entriesOf(head, []);
  if (outermost) return [];
  for (const name of containers) if (entriesOf(head, [name])) return [name];
  return null;
}

/** Whether all entries of the object at `path` are objects with fields of items. */
function entriesOf(head: string, path: readonly string[]): boolean {
  const stack: Level[] = [];
  const entries: Level[] = [];
  let key = '';
  for (const [token, colon] of tokensOf(head)) {
    const top = stack.at(-1);
    if (colon) {
      key = token.slice(1, -1);
      top?.keys.add(key);
      continue;
    }
    if (token === '{' || token === '[') {
      const isEntry = isAt(stack, path);
      if (top) top[token === '{' ? 'objectCount' : 'otherCount'] += 1;
      const level: Level = { key, isArray: token === '[', objectCount: 0, otherCount: 0, keys: new Set() };
      if (isEntry) entries.push(level);
      stack.push(level);
      if (isEntry && entries.length > sampledEntries) break;
    } else if (token === '}' || token === ']') {
      const closed = stack.pop();
      if (closed && isAt([...stack, closed], path)) return isList(closed, entries);
      if (stack.length === 0) return false;
    } else if (top) top.otherCount += 1;
  }
  const open = stack[path.length];
  return open !== undefined && isAt(stack.slice(0, path.length + 1), path) && isList(open, entries);
}

function isAt(stack: readonly Level[], path: readonly string[]): boolean {
  return stack.length === path.length + 1 && stack.slice(1).every(({ key, isArray }, index) => !isArray && key === path[index]);
}

function isList(level: Level, entries: readonly Level[]): boolean {
  const likeItems = entries.filter(
    ({ keys }) => [...keys].filter((key) => itemFields.has(normalName(key))).length >= leastKnownFields,
  );
  return !level.isArray && level.otherCount === 0 && entries.length >= leastEntries && likeItems.length * 2 > entries.length;
}

/** Strings, brackets and other values; the second says that a string is a key. */
function* tokensOf(text: string): Generator<readonly [token: string, isKey: boolean]> {
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]|[^\s"[\]{},:]+/gs;
  for (const match of text.matchAll(token)) yield [match[0].replace(/\s*:$/, ''), match[1] !== undefined];
}
