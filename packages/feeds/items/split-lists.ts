import { type FeedRecord, type RecordValue, emptyFields, withFields } from '#feeds/feed-record.ts';
import { readLimits } from '#feeds/limits.ts';
import { sampleFields, shareOf, type FieldSamples, betweenAddresses } from '#feeds/mapping/mapping-values.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import type { FieldStage } from '#feeds/sampled-work.ts';
import { parseNumber } from '#feeds/values/price.ts';
import { levelSign } from '#feeds/values/category-path.ts';
import { pathSeparator } from '#contract/item.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';
import { plainName } from '#feeds/mapping/item-fields.ts';

type Split = (cell: string) => string[];

const leastFit = 0.8;
const { name, description, brand, price, price_before, url, product_code, id, category, availability } = knownNames;
const oneValue = new Set([name, description, brand, price, price_before, url, product_code, id, category, availability].flat());
const sayings =
  /name|title|desc|text|html|note|remark|popis|nazev|address|author|autor|artist|designer|vendor|director|date|_id$/;
const colours =
  'colou?rs?|barv[ay]|farb[aey]n?|kolory?|couleurs?|colou?re?[is]?|cores?|cor|kleur(?:en)?|renk(?:ler)?|culo(?:are|ri)|szin(?:ek)?|boj[ae]|varit?|farger?|farver?|fargar?|цвет[аы]?|колір|кольори|боя|χρωμα(?:τα)?|χρώμα(?:τα)?';
const sizes =
  'sizes?|velikosti?|velkosti?|groessen?|grossen?|tailles?|tagli[ae]|tallas?|tamanhos?|tamanos?|maten?|maat|beden(?:ler)?|rozmiary?|marim[ie]|meret(?:ek)?|velicin[ae]|storrelser?|storlek(?:ar)?|ko(?:ko|ot)|размеры?|розміри?|μεγεθ(?:ος|η)|μέγεθος';
const listNames = new RegExp(
  `^(?:tags?|keywords?|labels?|stitky|badges|${colours}|${sizes}|materials?|flavou?rs?|features?|attribute_\\d_values?)$|_(?:tags|colou?rs|sizes|skus|values|images)$|^(?:related|cross_?sells?|up_?sells?|additional_images|gallery)`,
);
const categories = new Set(knownNames.category);

/**
 * Lists in brackets, between bars or semicolons, and between commas in columns known for it or with repeating values. Decided
 * per column by samples, so that names and sentences stay whole.
 */
export const splitLists: FieldStage = {
  isPerField: true,
  workOf(head) {
    const splits = sampleFields(head, head.length).flatMap((field): [string, Split][] => {
      const split = splitOf(field);
      return split ? [[field.from, split]] : [];
    });
    return splits.length === 0 ? null : { read: (records) => records.map((record) => withLists(record, splits)) };
  },
};

function withLists(record: FeedRecord, splits: readonly (readonly [string, Split])[]): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const [from, split] of splits) {
    const value = record.fields[from];
    if (typeof value !== 'string') continue;
    const parts = split(value).slice(0, readLimits.maxValuesPerField);
    if (parts.length === 1 && parts[0] === value) continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    if (parts.length > 1) fields[from] = parts;
    else if (parts[0] !== undefined) [fields[from]] = parts as [string];
    else delete fields[from];
  }
  return fields ? { ...record, fields } : record;
}

function splitOf(field: FieldSamples): Split | null {
  // Numbered columns hold one value each: `product_tags[0]`.
  if (/\[\d+\]$/.test(field.from)) return null;
  if (shareOf(field, (text) => /^\[.*\]$/s.test(text)) >= leastFit) return bracketedList;
  if (shareOf(field, isAddressList) >= leastFit && field.texts.some((text) => betweenAddresses.test(text))) {
    return (cell) => cell.split(betweenAddresses);
  }
  if (/\(x,\s?y,\s?z/i.test(field.from)) return (cell) => partsOf(cell, ',');
  const names = [field.normal, field.plain, ...unwrapped(field.plain)];
  if (names.some((each) => categories.has(each))) return slashedPaths(field.texts);
  if (names.some((each) => oneValue.has(each)) || sayings.test(field.normal)) return null;
  const isListed = names.some((each) => listNames.test(each));
  const separator = ['|', ';', ','].find((each) => separates(each, field, isListed));
  return separator === undefined ? null : (cell) => partsOf(cell, separator);
}

const isAddressList = (text: string): boolean => /^https?:\/\//i.test(text);

const partsOf = (cell: string, separator: string): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const longestPart = 40;
const longestCommaPart = 25;
const mostCommaWords = 3;
const leastCells = 3;
const leastCommaShare = 0.2;
const leastRepetition = 2;

function separates(separator: string, { texts }: FieldSamples, isListed: boolean): boolean {
  const separated = texts.filter((text) => text.includes(separator) && parseNumber(text) === null);
  if (separated.length === 0 || texts.some((text) => /[<{&]|https?:|: /.test(text))) return false;
  const parts = separated.flatMap((text) => partsOf(text, separator));
  const longest = separator === ',' ? longestCommaPart : longestPart;
  if (parts.some((part) => part.length > longest) || parts.length < separated.length * 2) return false;
  // `UK 3 1,2`, but not `36,37,38`.
  if (separator === ',' && separated.some((text) => /\d,\d/.test(text)) && parts.some((part) => parseNumber(part) === null))
    return false;
  if (isListed) return true;
  if (separated.length < leastCells) return false;
  if (separator !== ',') return true;
  const isShort = parts.every((part) => part.split(/\s+/).length <= mostCommaWords && parseNumber(part) === null);
  const isOften = separated.length >= texts.length * leastCommaShare;
  return isShort && isOften && parts.length >= new Set(parts).size * leastRepetition;
}

const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** `["a", "b"]`, `['a', 'b']` or `[a, b]`; the cell itself when it is none. */
function bracketedList(cell: string): string[] {
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

const isPath = (text: string): boolean => /[^\s/]\/[^\s/]/.test(text) && !/->|>|»|›|→|::| \/ |https?:/.test(text);
const leastShare = 0.8;
const leastDeepShare = 0.5;
const leastPaths = 3;
const rootOf = (path: string): string => path.trim().split('/', 1)[0]!;

/** `Garden/Mowers, Sale/Garden` where cells begin with both; `Food/Nuts, Seeds/Almonds` is one. */
function pathsIn(cell: string, roots: ReadonlySet<string>): string[] {
  const paths: string[] = [];
  for (const piece of cell.split(/[;|]|,(?!\s)/))
    for (const [at, part] of piece.split(/,\s+/).entries())
      if (at === 0 || roots.has(rootOf(part))) paths.push(part.trim());
      else paths.push(`${paths.pop()}, ${part.trim()}`);
  return paths;
}

/**
 * Splits categories with slashes between levels, as in `Garden/Mowers,Sale/Garden`. Slashes are levels when one level has
 * different continuations, all cells have some, or most paths have three of them: `Audio/Video` alone is a name.
 */
function slashedPaths(cells: readonly string[]): ((cell: string) => string[]) | null {
  if (cells.some((cell) => levelSign.test(cell))) return null;
  const roots = new Set(cells.map(rootOf));
  const paths = cells.flatMap((cell) => pathsIn(cell, roots));
  const below = Map.groupBy(paths.filter(isPath), rootOf);
  if (paths.filter((path) => isPath(path) || below.has(path)).length < paths.length * leastShare) return null;
  const isContinued = [...below.values()].some((each) => new Set(each).size > 1);
  const areAllPaths = paths.every(isPath) && new Set(paths).size >= leastPaths;
  if (!isContinued && !areAllPaths && paths.filter((path) => path.split('/').length > 2).length < paths.length * leastDeepShare)
    return null;
  return (cell) => {
    const parts = pathsIn(cell, roots);
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

const word =
  'group|categor(?:y|ies?|ia)|kategori(?:[ea]n?)?|kategorij[ae]|kategoria|cat|rubri(?:k|que|ek)|(?:waren|artikel|produkt)gruppe|категор(?:ия|ії|ія)|раздел|группа|rayon|department|departamento|famili[ae]|famille|grup[oa]|gruppo|κατηγορία|カテゴリー?|分类|القسم|الفئة';
const numbered = new RegExp(
  `^(?:product_|item_|p_|ic_)?(?:${word})_?(?:level|lvl|l|uroven|ebene|niveau|name|poziom|nivel|livello|уровень)?_?(\\d)(?:_name|_title)?$`,
);
const levelFirst = new RegExp(`^(?:level|lvl|l|uroven|ebene)_?(\\d)_?(?:${word})(?:_name)?$`);
const above =
  /^(?:product_)?(?:(?:main_|parent_|top_|primary_|hlavn[iey]_|haupt|ana_|glowna_|główna_)?(?:category|categories|kategori[ea]?|kategoria_glowna|kategorij[ae]|categori[ae]|категори[яи]|категорія|rubri(?:que|ek|k)|(?:waren|artikel|produkt)gruppe|famili[ae]|famille|grup[oa]|gruppo|group)|department|departamento|maincategory|раздел|розділ|группа(?:_товаров)?|група|القسم(?:_الرئيسي)?|الفئة(?:_الرئيسية)?|大分類|一级分类|대분류|κατηγορία)(?:_name)?$/u;
const aboveAll = /^(?:(?:product_)?main_category(?:_name)?|department|departamento)$/;
const below =
  /^(?:product_)?(?:(?:sub|secondary)_?categor(?:y|ies?|ia|ie)|(?:sub|alt|under|onder)_?kategori[ea]?|pod_?kategori(?:[ea]|j[ae])|pot_?kategorija|sottocategoria|sous_(?:categorie|rubrique|famille)|unter(?:kategorie|(?:waren)?gruppe)|(?:waren|artikel|produkt)untergruppe|sub_?(?:cat|famili[ae]|grup[oa]|gruppo|group|rubriek)|subrubrik|подкатегори[яи]|підкатегорія|подраздел|підрозділ|подгруппа|підгрупа|podgrup[ae]|القسم_الفرعي|الفئة_الفرعية|中分類|小分類|二级分类|중분류|소분류|υποκατηγορία)(?:_name)?$/u;
const belowThat = /^(?:product_)?(?:sub_?sub_?categor(?:y|ies)|sub_?subkategori[ea]|(?:third|tertiary)_category)(?:_name)?$/;
const hasPath = /->|>|\||»|›|→|::| \/ /;

const joinedName = '@category_levels';

/**
 * Joins `category1`, `category2` or `category` and `subcategory` to a path. Numbered fields with whole paths are several
 * categories.
 */
export const categoryLevels: FieldStage = {
  workOf(head) {
    const names = new Set<string>();
    for (const { fields } of head) for (const field in fields) names.add(field);
    const levels = levelFields([...names]);
    return levels.length < 2 || !differ(head, levels)
      ? null
      : { read: (records) => records.map((record) => joined(record, levels)) };
  },
};

function levelFields(fields: readonly string[]): string[] {
  const levels = new Map<number, string>();
  for (const field of fields) {
    const name = plainName(field);
    const level = (numbered.exec(name) ?? levelFirst.exec(name))?.[1];
    if (level !== undefined && !levels.has(Number(level))) levels.set(Number(level), field);
  }
  const sorted = [...levels].sort(([a], [b]) => a - b);
  const isWhole = sorted.length > 1 && sorted.every(([level], index) => level === (sorted[0]?.[0] ?? 0) + index);
  if (isWhole && (sorted[0]?.[0] ?? 2) < 2) return sorted.map(([, field]) => field);
  const found = (pattern: RegExp) => fields.find((field) => pattern.test(plainName(field)));
  // IdeaSoft: `mainCategory`, `category`, `subCategory`; `departamento`, `categoria`.
  const main = found(aboveAll);
  const first = main ?? found(above);
  const second = found(below);
  const middle = main === undefined ? undefined : fields.find((field) => field !== main && above.test(plainName(field)));
  return first !== undefined && (second ?? middle) !== undefined
    ? [first, middle, second, found(belowThat)].filter((each) => each !== undefined)
    : [];
}

function differ(head: readonly FeedRecord[], levels: readonly string[]): boolean {
  const texts = head.flatMap(({ fields }) => levels.flatMap((level) => fields[level] ?? []));
  return texts.some((text) => /\p{L}/u.test(String(text)));
}

function joined(record: FeedRecord, levels: readonly string[]): FeedRecord {
  const names: string[] = [];
  const paths: string[] = [];
  for (const level of levels) {
    const value = record.fields[level];
    for (const text of value === undefined ? [] : [value].flat().map((each) => String(each).trim())) {
      if (text === '' || text === '0') continue;
      if (hasPath.test(text)) paths.push(text);
      else if (names.at(-1) !== text) names.push(text);
    }
  }
  if (names.length + paths.length === 0) return record;
  const whole = names.length > 0 ? [names.join(pathSeparator), ...paths] : paths;
  return withFields(record, { [joinedName]: whole.length > 1 ? whole : (whole[0] ?? '') });
}
