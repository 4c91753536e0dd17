import { pathSeparator } from '#contract/item.ts';
import { wholeNumbers } from '#contract/values/whole-numbers.ts';

/** `'S'` or `"S"`, as scripts print lists. */
const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** The values of `["a", "b"]`, `['a', 'b']` or `[a, b]`; the cell itself when it holds anything else. */
export function bracketedList(cell: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(cell)?.[1]?.trim();
  if (inner === undefined) return [cell];
  if (inner === '') return [];
  if (/[{[]/.test(inner.replaceAll(quoted, ''))) return [cell];
  const values = parsed(cell) ?? unquoted(inner);
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function parsed(cell: string): string[] | null {
  try {
    const values: unknown = JSON.parse(wholeNumbers(cell));
    return Array.isArray(values) ? values.filter((value) => value !== null).map(String) : null;
  } catch {
    return null;
  }
}

function unquoted(inner: string): string[] {
  const texts = [...inner.matchAll(quoted)].map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'));
  return texts.length > 0 ? texts : inner.split(',');
}

const betweenPaths = /[,;|]/;
const isPath = (text: string): boolean => /[^\s/]\/[^\s/]/.test(text) && !/->|>|»|›|→|::| \/ |https?:/.test(text);
const leastShare = 0.8;

/**
 * How cells of a column of categories are split whose levels are separated by slashes, as in `Garden/Mowers,Sale/Garden`; null
 * for other columns. Slashes are levels where one of them has different continuations; `Audio/Video` alone is a name.
 */
export function slashedPaths(cells: readonly string[]): ((cell: string) => string[]) | null {
  if (cells.some((cell) => /->|>|»|›|→|::/.test(cell))) return null;
  const paths = cells.flatMap((cell) => cell.split(betweenPaths).map((part) => part.trim()));
  const below = Map.groupBy(paths.filter(isPath), (path) => path.slice(0, path.indexOf('/')));
  if (paths.filter((path) => isPath(path) || below.has(path)).length < paths.length * leastShare) return null;
  if (![...below.values()].some((each) => new Set(each).size > 1)) return null;
  return (cell) => {
    const parts = cell.split(betweenPaths).map((part) => part.trim());
    const isSeveral = parts.every((part) => part === '' || isPath(part) || below.has(part));
    return (isSeveral ? parts : [cell]).filter((part) => part !== '').map(withLevels);
  };
}

function withLevels(path: string): string {
  return isPath(path)
    ? path
        .split('/')
        .map((level) => level.trim())
        .filter((level) => level !== '')
        .join(pathSeparator)
    : path;
}
