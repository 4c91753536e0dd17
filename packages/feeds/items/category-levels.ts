import { pathSeparator } from '#contract/item.ts';
import type { FeedRecord, RecordBatches } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { plainName } from '#feeds/mapping/own-name.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

const word = 'categor(?:y|ies?|ia)|kategori(?:[ea]n?)?|kategorija|cat|rubrik|warengruppe|категория|rayon|department';
const numbered = new RegExp(
  `^(?:product_|item_)?(?:${word})_?(?:level|lvl|l|uroven|ebene|niveau|name)?_?(\\d)(?:_name|_title)?$`,
);
const levelFirst = new RegExp(`^(?:level|lvl|l|uroven|ebene)_?(\\d)_?(?:${word})(?:_name)?$`);
const above =
  /^(?:product_)?(?:(?:main_|parent_|top_|hlavni_|haupt|ana_)?(?:category|kategori[ea]?|categoria|categorie|категория)|department|maincategory)(?:_name)?$/;
const below =
  /^(?:product_)?(?:sub_?categor(?:y|ies?|ia)|(?:sub|alt|under)_?kategori[ea]?|pod_?kategori[ea]|sottocategoria|sous_categorie|unterkategorie|sub_?cat|подкатегория)(?:_name)?$/;
const belowThat = /^(?:product_)?(?:sub_?sub_?categor(?:y|ies)|sub_?subkategori[ea]|third_category)(?:_name)?$/;
const hasPath = /->|>|\||»|›|→|::| \/ /;

const joinedName = '@category_levels';

/**
 * Joins `category1`, `category2` or `category` and `subcategory` to a path. Numbered fields with whole paths are several
 * categories.
 */
export function withCategoryLevels(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (head) => {
    const names = new Set<string>();
    for (const { fields } of head) for (const field in fields) names.add(field);
    const levels = levelFields([...names]);
    return levels.length < 2 || !differ(head, levels)
      ? null
      : { read: (records) => records.map((record) => joined(record, levels)) };
  });
}

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
  const [first, second, third] = [above, below, belowThat].map((pattern) =>
    fields.find((field) => pattern.test(plainName(field))),
  );
  return first !== undefined && second !== undefined ? [first, second, ...(third === undefined ? [] : [third])] : [];
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
  const fields = Object.assign(emptyFields(), record.fields, { [joinedName]: whole.length > 1 ? whole : (whole[0] ?? '') });
  return { ...record, fields };
}
