import { localName } from '#feeds/xml/xml-node.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';

/** One object per line, in the array at `path` (empty: the outermost), or in the object at `path`, keyed by id. */
export type JsonLayout = { readonly kind: 'lines' } | { readonly kind: 'array' | 'keyed'; readonly path: readonly string[] };

const itemKeys =
  'items products entries offers documents docs results hits edges nodes records rows data feed itemlistelement @graph list catalog inventory'.split(
    ' ',
  );
const sampledLines = 20;

/** `head` may be cut anywhere; `key` is the owner's choice. */
export function detectJsonLayout(head: string, key: string | null): JsonLayout {
  const start = head.trimStart();
  if (start.startsWith('[')) return { kind: 'array', path: [] };
  const all = outerArrays(start);
  const keyed = key === null && all.every(({ path }) => path.length > 1) ? keyedObject(start) : null;
  if (keyed) return { kind: 'keyed', path: keyed };
  if (isLines(start) && !isOneDocument(start, all)) return { kind: 'lines' };
  const arrays = all.filter(({ count }) => count > 0);
  const wanted = key === null ? null : localName(key);
  const given = arrays.find(({ path }) => path.at(-1) === wanted || path.join('.') === wanted);
  const known = itemKeys.flatMap((name) => arrays.filter(({ path }) => path.at(-1)?.toLowerCase() === name));
  const largest = [...arrays].sort((a, b) => b.count - a.count);
  const chosen = given ?? known[0] ?? largest[0] ?? all.find(({ path }) => itemKeys.includes(path.at(-1) ?? ''));
  if (chosen) return { kind: 'array', path: chosen.path };
  // Without a list there are no items, which the reader reports.
  const isOneLine = !/\n./.test(start.trimEnd());
  return wanted === null && isOneLine ? { kind: 'lines' } : { kind: 'array', path: (wanted ?? 'items').split('.') };
}

function isLines(text: string): boolean {
  const lines = text.split('\n', sampledLines + 1).map((line) => line.trim());
  const complete = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line !== '');
  const objects = complete.filter((line) => line.startsWith('{') && line.endsWith('}'));
  return objects.length >= 2
    ? objects.length * 2 >= complete.length
    : lines.length > 1 && objects.length === 1 && (lines[1] === '' || lines[1]?.startsWith('{') === true);
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
  count: number;
}

function outerArrays(text: string): FoundArray[] {
  const found: FoundArray[] = [];
  const stack: { isArray: boolean; key: string; array: FoundArray | null }[] = [];
  let key = '';
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
  for (const [match] of text.matchAll(token)) {
    const top = stack.at(-1);
    if (match === '[' || match === '{') {
      if (match === '{' && top?.array) top.array.count += 1;
      const isInArray = stack.some(({ isArray }) => isArray);
      const array = match === '[' && !isInArray ? { path: [...stack.slice(1).map((each) => each.key), key], count: 0 } : null;
      if (array) found.push(array);
      stack.push({ isArray: match === '[', key, array });
    } else if (match === ']' || match === '}') stack.pop();
    else key = match.slice(1, -1);
  }
  return found;
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
  readonly key: string;
  readonly isArray: boolean;
  objectCount: number;
  otherCount: number;
  readonly keys: Set<string>;
}

/** An object whose entries are items by their ids, as Firebase exports them. @param head may be cut anywhere */
function keyedObject(head: string): readonly string[] | null {
  const outermost = entriesOf(head, []);
  if (outermost) return [];
  for (const name of containers) if (entriesOf(head, [name])) return [name];
  return null;
}

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

function* tokensOf(text: string): Generator<readonly [token: string, isKey: boolean]> {
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]|[^\s"[\]{},:]+/gs;
  for (const match of text.matchAll(token)) yield [match[0].replace(/\s*:$/, ''), match[1] !== undefined];
}
