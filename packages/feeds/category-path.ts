import { pathSeparator } from '#contract/item.ts';
import type { RecordValue } from './feed-record.ts';
import { plainText } from './plain-text.ts';

const separator = /\s*(?:->|>|\||»|›|→|::|\s\/\s)\s*/;
/** What comparison sites put above their own tree. */
const siteRoot =
  /^(?:heureka\.(?:cz|sk)|zbozi\.cz|zboží\.cz|árukereső\.hu|arukereso\.hu|compari\.ro|pazaruvaj\.com|glami\.\w+|home)$/i;

/**
 * Paths like `Garden > Mowers`, from `Heureka.cz | Garden | Mowers`, `Garden>Mowers`, several of them in a list or between
 * semicolons, and from a list of levels. A number is an id of someone's taxonomy and no path.
 */
export function categoryPaths(value: RecordValue): string | string[] | null {
  const texts = (Array.isArray(value) ? value.map(String) : String(value).split(hasSeveralPaths(String(value)) ? ';' : '\0')).map(
    decoded,
  );
  const paths =
    texts.length > 1 && !texts.some((text) => separator.test(text))
      ? [pathOf(texts)]
      : texts.map((text) => pathOf(text.split(separator)));
  const unique = [...new Set(paths.filter((path) => path !== '' && !/^\d+$/.test(path)))];
  return unique.length > 1 ? unique : (unique[0] ?? null);
}

/** `>` is a separator here, so that only tags with a name count as markup. */
function decoded(text: string): string {
  return text.includes('<') || text.includes('&') ? plainText(text) : text.trim();
}

function hasSeveralPaths(text: string): boolean {
  return text.includes(';') && !text.includes('&') && text.split(';').every((part) => part.trim() === '' || separator.test(part));
}

function pathOf(levels: readonly string[]): string {
  const names = levels.map((level) => level.replace(/\s+/g, ' ').trim()).filter((level) => level !== '');
  if (names.length > 1 && siteRoot.test(names[0] ?? '')) names.shift();
  return names.join(pathSeparator);
}
