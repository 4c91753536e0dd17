import { keyedObject } from './json-keyed.ts';
import { localName } from '#feeds/xml/xml-node.ts';

/**
 * Where the items of a JSON feed are: one object per line, in the array at `path`, which is empty for the outermost, or in the
 * object at `path`, where their ids are the keys.
 */
export type JsonLayout = { readonly kind: 'lines' } | { readonly kind: 'array' | 'keyed'; readonly path: readonly string[] };

const itemKeys = [
  'items',
  'products',
  'entries',
  'offers',
  'documents',
  'docs',
  'results',
  'hits',
  'edges',
  'nodes',
  'records',
  'rows',
  'data',
  'feed',
  'itemlistelement',
  '@graph',
  'list',
  'catalog',
  'inventory',
];
const sampledLines = 20;

/** Finds the items in the beginning of a JSON feed, which may be cut anywhere. `key` is the owner's choice. */
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
  // An object over several lines without any list has no items; the reader finds that out by looking for some.
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

/** One object on the only line, whose items are in a list under a known name. */
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

/** Arrays that are not inside another array, with the number of objects that they hold. */
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
