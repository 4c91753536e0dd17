import type { FeedRecord } from '#feeds/feed-record.ts';
import { type FieldMapping, furtherPictures, isItemField, normalName } from './item-fields.ts';
import { pathSeparator } from '#contract/item.ts';
import { categoryPaths, homeLevel, separateCategories } from '#feeds/values/category-path.ts';
import { knownNames, placeOf } from './known-names.ts';
import { type FieldSamples, fitTests, isPicture, leastFit, shareOf } from './mapping-values.ts';

const longImageNames = knownNames.image.filter((name) => name.length > 2);
/** Copies in other sizes, and pictures of something else. */
const otherPictures =
  /thumb|srcset|(?:^|_)(?:alt|label|licen[sc]e|type|small|mini|icon|logo|avatar|swatch|flag|qr|barcode)(?:_|$)|brand|vendor|manufacturer|seller|category|kategor/;

/** Fields whose values are further pictures of the item. */
export function isFurtherPicture(field: FieldSamples): boolean {
  const isImageName = () => longImageNames.some((name) => field.normal.startsWith(name) || field.normal.endsWith(`_${name}`));
  const test = isImageName() ? fitTests.image : isPicture;
  return !otherPictures.test(field.normal) && test !== undefined && shareOf(field, test) >= leastFit;
}

export function pictureField({ from }: FieldSamples): FieldMapping {
  return { from, to: furtherPictures, reason: 'sampledValues' };
}

/** `categories.id` beside the mapped `categories.name`, and `category.@id` of the mapped `category`. */
export function isTechnical({ from }: FieldSamples, standard: readonly FieldMapping[]): boolean {
  return standard.some(({ from: mapped, to }) => {
    const container = ownContainer(mapped, to);
    return (
      (container !== null && from.startsWith(`${container}.`)) || (to !== null && isItemField(to) && from === `${mapped}.@id`)
    );
  });
}

/** As in VTEX and schema.org. */
const sellers = /^(?:sellers|offers)$/i;

/** `categories` of `categories.name.en`. */
function ownContainer(from: string, to: string | null): string | null {
  if (to === null || !isItemField(to)) return null;
  const segments = from.split('.').slice(0, -1);
  const isOwn = (segment: string): boolean =>
    (to === 'price' && sellers.test(segment)) ||
    [normalName(segment), normalName(segment).replace(/s$/, '')].some((name) => placeOf(to, name) !== -1);
  const last = segments.findLastIndex(isOwn);
  return last === -1 ? null : segments.slice(0, last + 1).join('.');
}

const listOfCategories = /(?:^|\.)(?:categor(?:y|ie)s|collections|taxons|kategorie|categorias|kategorien)\.[^.]+(?:\.[^.]+)?$/i;

/** Categories beside each other differ from the levels of one path by the values of all samples. */
export function categoryField(mapping: FieldMapping, records: readonly FeedRecord[]): FieldMapping {
  const lists = listsIn(mapping.from, records);
  const found: FieldMapping =
    listOfCategories.test(mapping.from) || areLevels(lists) === false ? { ...mapping, areSeparate: true } : mapping;
  return isHomeBeside(found, records) ? { ...found, keepsHome: true } : found;
}

function isHomeBeside({ from, areSeparate }: FieldMapping, records: readonly FeedRecord[]): boolean {
  const pathsOf = areSeparate ? separateCategories : categoryPaths;
  const paths = records.flatMap(({ fields: { [from]: value } }) => (value === undefined ? [] : (pathsOf(value, true) ?? [])));
  const roots = new Set(paths.map((path) => path.split(pathSeparator)[0]!));
  return roots.size > 1 && [...roots].some((root) => homeLevel.test(root));
}

/** A list that may be one path or several categories. */
export function unclearCategories({ from, areSeparate }: FieldMapping, records: readonly FeedRecord[]): readonly string[] | null {
  if (areSeparate || ofPath.test(normalName(from))) return null;
  const lists = listsIn(from, records);
  return areLevels(lists) === null ? (lists.find(({ length }) => length > 1) ?? null) : null;
}

const ofPath = /path|tree|crumb|hierarch|level|lvl|taxonomy/;

const listsIn = (from: string, records: readonly FeedRecord[]): string[][] =>
  records.flatMap(({ fields: { [from]: value } }) => (Array.isArray(value) ? [value.map(String)] : []));

/** Levels are always at the same depth and below the same one. Null without one that continues differently. */
function areLevels(lists: readonly (readonly string[])[]): boolean | null {
  const depths = new Map<string, number>();
  const above = new Map<string, string>();
  for (const [depth, level, parent] of lists.flatMap((levels) =>
    levels.map((level, at) => [at, level, levels[at - 1]] as const),
  )) {
    if ((depths.get(level) ?? depth) !== depth || (parent !== undefined && (above.get(level) ?? parent) !== parent)) return false;
    depths.set(level, depth);
    if (parent !== undefined) above.set(level, parent);
  }
  return above.size > new Set(above.values()).size ? true : above.size > 0 ? null : true;
}
