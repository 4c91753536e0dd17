import { pathSeparator } from '#contract/item.ts';
import type { RecordValue } from '#feeds/feed-record.ts';
import { plainText } from './plain-text.ts';

export const levelSign = /->|>|»|›|→|\^|::|\/{3}|\\(?!,)/;
const separatorOfLevels = new RegExp(`\\s*(?:${levelSign.source}|\\|)\\s*`);
const separator = new RegExp(`\\s*(?:${levelSign.source}|\\||\\s/\\s)\\s*`);
/** A tab that is no blank beside a sign. */
const betweenPaths = /(?<=[^\s>|»›→:])\t(?=[^\s>|»›→:-])/;
const siteName =
  /^(?:heureka\.(?:cz|sk)|zbozi\.cz|zboží\.cz|árukereső\.hu|arukereso\.hu|compari\.ro|pazaruvaj\.com|glami\.\w+)$/i;
/** `/Garden/Mowers/` is a whole path. */
const ofRoot = /^\/.*[^/]\/.*[^/]/;
const systemRoot = /^(?:default category|root catalog)$/i;
export const homeLevel =
  /^(?:home(?: ?page)?|dom[uů]|domov|úvod|startseite|inicio|início|accueil|strona główna|főoldal|acasă|hem|hjem|etusivu|ana ?sayfa|главная|головна|αρχική|ホーム|首页|首頁)$/iu;

/**
 * `Garden > Mowers` from `Heureka.cz | Garden | Mowers`, `Garden>Mowers`, several in a list or between semicolons, and lists of
 * levels. A number is a taxonomy id.
 */
export function categoryPaths(value: RecordValue, keepsHome = false): string | string[] | null {
  const texts = (Array.isArray(value) ? value.map(String) : severalPaths(String(value))).map(decoded);
  const paths =
    Array.isArray(value) && texts.length > 1 && !texts.some((text) => separator.test(text) || ofRoot.test(text))
      ? [pathOf(texts, keepsHome)]
      : texts.map((text) => pathOf(text.split(levelSign.test(text) ? separatorOfLevels : separator), keepsHome));
  const unique = [...new Set(paths.filter((path) => path !== '' && !/^\d+$/.test(path)))];
  return unique.length > 1 ? unique : (unique[0] ?? null);
}

export function separateCategories(value: RecordValue, keepsHome = false): string | string[] | null {
  const paths = [value].flat().flatMap((each) => categoryPaths(String(each), keepsHome) ?? []);
  return paths.length > 1 ? [...new Set(paths)] : (paths[0] ?? null);
}

/** `>` is a separator: only tags with a name are markup. */
function decoded(text: string): string {
  return text.includes('<') || text.includes('&') ? plainText(text) : text.trim();
}

function severalPaths(text: string): string[] {
  if (text.includes('\t') && levelSign.test(text)) return text.split(betweenPaths);
  if (text.startsWith(magentoRoot)) return text.split(`,${magentoRoot}`).map((path) => path.replaceAll('/', pathSeparator));
  if (text.includes('&&')) return text.split('&&');
  if (text.includes('|') && levelSign.test(text)) return text.split('|');
  if (hasSemicolons(text)) return text.split(';');
  const parts = text.includes(',') && !/&(?!\s)/.test(text) ? text.split(/(?<!\\),\s*/) : [text];
  return haveOneRoot(parts) ? parts.map((part) => part.replaceAll('\\,', ',')) : [text];
}

const longestName = 40;

const magentoRoot = 'Default Category/';

function hasSemicolons(text: string): boolean {
  return (
    text.includes(';') &&
    !/&#?\w+;/.test(text) &&
    text.split(';').every((part) => part.length < longestName || separator.test(part))
  );
}

/** `Clothing > Hoodies, Clothing` are two paths; `Bags, Cases > Wallets` is one. */
function haveOneRoot(parts: readonly string[]): boolean {
  const roots = parts.map((part) => part.split(separator)[0]?.trim());
  return parts.length > 1 && new Set(roots).size === 1 && parts.some((part) => separator.test(part));
}

function pathOf(levels: readonly string[], keepsHome: boolean): string {
  const names = levels
    .flatMap((level) => (/^\s*\/\w/.test(level) ? level.split('/') : level))
    .map((level) => level.replace(/\s+/g, ' ').trim())
    .filter((level) => level !== '');
  const [root = ''] = names;
  if (siteName.test(root) || (names.length > 1 && (systemRoot.test(root) || (!keepsHome && homeLevel.test(root))))) names.shift();
  return names.join(pathSeparator);
}
