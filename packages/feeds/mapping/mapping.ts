import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { FeedRecord, RecordOrigin } from '#feeds/feed-record.ts';
import { Columns, platformNamed } from '#feeds/platforms/recognise-platform.ts';
import {
  type FieldMapping,
  isItemField,
  type MappingReason,
  itemFields,
  type ItemField,
  isMetafield,
  normalName,
  ownName,
} from './item-fields.ts';
import {
  sampleFields,
  shareOf,
  type FieldSamples,
  areSameButForLanguage,
  ofLanguageFirst,
  bySamples,
  fitTests,
  holdsPaths,
  holdsSlugs,
  isAlwaysBelow,
  isCode,
  isOfVariants,
  isOwnId,
  isRowNumber,
  isUnique,
  isUnnamedId,
  leastFit,
  saysAvailability,
} from './mapping-values.ts';
import {
  flagNames,
  isSalePriceName,
  knownNames,
  namePatterns,
  optionMark,
  otherNames,
  placeOf,
  taxExcluded,
  taxIncluded,
  unwrapped,
} from './known-names.ts';
import { currencyInName } from '#feeds/values/currencies.ts';
import { maxSchemaFields } from '#feeds/limits.ts';
import { isPrivateName } from './private-names.ts';
import { normalPrices, orNormalPrice, reducedFirst } from './price-fields.ts';
import { categoryField, isFurtherPicture, isTechnical, pictureField, unclearCategories } from './beside-standard.ts';

const leastIdDistinctness = 0.95;
const leastIdPresence = 0.95;
const leastCategoryDistinctness = 0.8;
const placeholderShare = 0.8;

/**
 * By names and sampled values. Several proposals for one field are in the order in which they are tried. Without an id, one is
 * hashed from the address or the name, or else the picture.
 * @param language of the project, ISO 639-1
 */
export function proposeMapping(records: readonly FeedRecord[], language: string | null = null): FieldMapping[] {
  const all = sampleFields(records);
  const known = ofPlatform(records.find(({ origin }) => origin !== undefined)?.origin);
  const samples = all.filter(({ from }) => !from.startsWith(optionMark) && !isMetafield(from));
  const ids = known.get('id') ?? proposeId(samples, records);
  const taken = new Set([...[...known.values()].flat(), ...ids.filter(({ isHashed }) => !isHashed)].map(({ from }) => from));
  const standard: FieldMapping[] = [];
  for (const to of Object.keys(itemFields) as ItemField[]) {
    const free = samples.filter(({ from }) => !taken.has(from));
    const named = known.get(to) ?? proposeField(to, free, language);
    const proposals =
      to === 'price' ? reducedFirst(named, free, records) : to === 'price_before' ? orNormalPrice(named, standard) : named;
    const nameField = standard.find((field) => field.to === 'name')?.from;
    const found = to === 'item_group' && proposals.length === 0 ? proposeGroup(ids, nameField, samples, taken) : proposals;
    for (const proposal of found) taken.add(proposal.from);
    standard.push(...(to === 'category' ? found.map((each) => categoryField(each, records)) : found));
    if (to === 'price_before') standard.push(...normalPrices(proposals, standard, samples));
  }
  const hashed = ids.length > 0 ? ids : hashedIds(standard);
  return [...hashed, ...standard, ...ownFields(all, taken, [...hashed, ...standard])];
}

/** A known platform's header decides, whatever the first items have. */
function ofPlatform(origin: RecordOrigin | undefined): ReadonlyMap<string, FieldMapping[]> {
  const platform = origin && platformNamed(origin.platform);
  if (!platform) return new Map();
  const columns = new Columns(origin.columns, origin.headings);
  const entries = Object.entries(platform.fields).map(([to, names]): [string, FieldMapping[]] => {
    const found = [...new Set(columns.named(names))].filter((from) => origin.columns.includes(from));
    return [to, found.map((from) => ({ from, to, reason: 'feedName' }))];
  });
  return new Map(entries.filter(([, found]) => found.length > 0));
}

/** Generated ids, and categories of which it isn't clear how they belong together. */
export function mappingWarnings(records: readonly FeedRecord[], mapping: readonly FieldMapping[]): FeedWarning[] {
  const field = mapping.find(({ isHashed }) => isHashed)?.from;
  const unclear = mapping.flatMap((each) => (each.to === 'category' ? (unclearCategories(each, records) ?? []) : []));
  return [
    ...(field === undefined ? [] : [{ code: 'generatedIds', details: { field } } as const]),
    ...(unclear.length === 0 ? [] : [{ code: 'joinedCategories', details: { value: unclear.join(' > ') } } as const]),
  ];
}

/** Named like an unmapped standard field, with other values, such as prices “on request”. */
export function unmappedFields(records: readonly FeedRecord[], mapping: readonly FieldMapping[]): FeedWarning[] {
  const used = new Set(mapping.flatMap(({ from, to }) => (to !== null && isItemField(to) ? [from] : [])));
  const samples = sampleFields(records).filter(({ from }) => !used.has(from));
  return reportedFields
    .filter((to) => !mapping.some((field) => field.to === to))
    .flatMap((to): FeedWarning[] => {
      const left = samples.find(
        ({ plain, texts }) => knownNames[to].includes(plain) && !vagueNames.has(plain) && texts.some(hasText),
      );
      const isWrong = (text: string): boolean => hasText(text) && fitTests[to]?.(text) === false;
      const value = left?.texts.find(isWrong) ?? left?.texts.find(hasText) ?? '';
      if (to === 'url' && value.startsWith('/')) return [{ code: 'relativeLinks', details: { value } }];
      return left === undefined
        ? []
        : [{ code: 'unmappedField', details: { field: to, from: left.from, value: value.slice(0, reportedChars) } }];
    });
}

const reportedFields = ['price', 'price_before', 'image', 'url', 'ean'] as const satisfies readonly ItemField[];
const vagueNames: ReadonlySet<string> = new Set(['ar', 'link', 'uri', 'file']);
const reportedChars = 60;
const hasText = (text: string): boolean => text !== '';

const variantIdName = /^(?:variant|variation|sku|combination)_?id$/;
const productIdName = /^(?:product|item|parent|master|model|style)_?id$|^id$/;
/** Fewer values on more items are no products. */
const leastProductDistinctness = 0.02;

const modelName = /^(?:model|style|family|master|modell|modele|modelo|modello)(?:_(?:id|code|kodu|kod|no|nr|sku|number))?$/;

/** Repeats with the same name only: a key or a page that variants share. */
function isOfProducts(field: FieldSamples, name: FieldSamples): boolean {
  const { plain, presence, distinctness, texts } = field;
  const isNamed = modelName.test(plain) || (['id', 'url'] as const).some((to) => placeOf(to, plain) !== -1);
  const isKey = isNamed && plain !== 'category_id';
  if (!isKey || presence < 1 || name.presence < 1 || distinctness === 1 || distinctness < leastProductDistinctness) return false;
  const names = new Map(texts.map((text, at) => [text, name.texts[at]]));
  return texts.every((text, at) => names.get(text) === name.texts[at]);
}

/** Beside the id of a variant, that of its product. */
function proposeGroup(
  ids: readonly FieldMapping[],
  named: string | undefined,
  samples: readonly FieldSamples[],
  taken: ReadonlySet<string>,
): FieldMapping[] {
  const id = samples.find(({ from }) => ids.some((each) => each.from === from && !each.isHashed));
  if (id === undefined) return [];
  const isGroup = (field: FieldSamples): boolean => {
    const { plain, presence, distinctness } = field;
    return (
      productIdName.test(plain) &&
      !isConstant(field) &&
      presence >= leastIdPresence &&
      distinctness >= leastProductDistinctness &&
      (variantIdName.test(id.plain) || (plain !== 'id' && distinctness < leastIdDistinctness))
    );
  };
  const name = samples.find(({ from }) => from === named);
  const group =
    samples.find((field) => !taken.has(field.from) && isGroup(field)) ??
    samples.find((field) => field !== id && name !== undefined && isOfProducts(field, name));
  return group ? [mapped(group, 'item_group', 'feedName')] : [];
}

function proposeId(samples: readonly FieldSamples[], records: readonly FeedRecord[]): FieldMapping[] {
  const candidates = byName('id', samples).filter((field) => !isOfPart(field));
  const all = candidates.filter(({ presence }) => presence >= leastIdPresence);
  const ofVariants = all.filter((field) => variantIdName.test(field.plain) && all.some(({ plain }) => productIdName.test(plain)));
  const named = [...ofVariants, ...all.filter((field) => !ofVariants.includes(field))];
  const pages = byName('url', samples).filter(({ presence }) => presence >= leastIdPresence);
  const mostPages = Math.max(0, ...pages.map(({ distinctness }) => distinctness));
  const isOfPages = (field: FieldSamples) => mostPages >= leastIdDistinctness && mostPages > field.distinctness;
  const isOfMost = (field: FieldSamples) =>
    isOwnId(field) && !(isOfPages(field) && isOfVariants(field, byName('name', samples)[0], records));
  const chosen =
    named.find(({ distinctness }) => distinctness >= leastIdDistinctness) ??
    candidates.find(isOfMost) ??
    named.find((field) => isCertainId(field) && !isOfPages(field));
  if (chosen) return [mapped(chosen, 'id', 'feedName')];
  const similar = samples.find(
    (field) => namePatterns.id?.test(field.normal) && !isOther('id', field) && !isOfPart(field) && isUnique(field),
  );
  if (similar) return [mapped(similar, 'id', 'feedName')];
  const unnamed = samples.find(isUnnamedId) ?? samples.find(isRowNumber);
  return unnamed ? [mapped(unnamed, 'id', 'sampledValues')] : [];
}

/** `category.@id`, `brand.id`: the id of something else. */
function isOfPart({ from }: FieldSamples): boolean {
  const container = /^(?:.*\.)?([^.]+)\.@?id$/i.exec(from)?.[1];
  return (
    container !== undefined &&
    (['category', 'brand', 'image'] as const).some((part) => placeOf(part, normalName(container)) !== -1)
  );
}

/** Ids by name although values repeat, which is reported per item; distinct pages win over them. */
function isCertainId({ normal, distinctness, texts }: FieldSamples): boolean {
  if (normal === 'category_id') return distinctness >= leastCategoryDistinctness;
  if (texts.length > 2 && shareOfMostFrequent(texts) >= placeholderShare) return false;
  return /^(?:item_?|product_?|object_?)?id$|^kod_sukl$|^sku$|^code$/.test(normal);
}

function shareOfMostFrequent(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Math.max(...counts.values()) / texts.length;
}

function hashedIds(standard: readonly FieldMapping[]): FieldMapping[] {
  const of = (field: ItemField): FieldMapping[] => standard.filter(({ to }) => to === field);
  const sources = [...of('url'), ...of('name')];
  return (sources.length > 0 ? sources : of('image')).map(({ from }) => ({
    from,
    to: 'id',
    reason: 'generatedId',
    isHashed: true,
  }));
}

function proposeField(to: ItemField, samples: readonly FieldSamples[], language: string | null = null): FieldMapping[] {
  const fitting = samples.filter((field) => fits(to, field));
  const byNames = byName(to, fitting);
  const known =
    byNames.length > 0
      ? byNames
      : byName(
          to,
          samples.filter((field) => fitsPartly(to, field)),
        );
  const named = ofLanguageFirst(tellingFirst(to, known), language);
  const [best, ...others] = named.length > 0 ? named : byPattern(to, fitting);
  if (best) return [mapped(best, to, 'feedName'), ...fallbacks(to, best, others)];
  const sampled = bySamples(to, fitting);
  return sampled ? [mapped(sampled, to, 'sampledValues')] : [];
}

const triedTogether: ReadonlySet<ItemField> = new Set(['category', 'image', 'price', 'availability', 'currency']);

function fallbacks(to: ItemField, best: FieldSamples, others: readonly FieldSamples[]): FieldMapping[] {
  const isSalePrice = isSalePriceName(best.normal);
  if (best.presence === 1 && !isSalePrice) return [];
  const isNet = (field: FieldSamples): boolean => taxOrder(to, field) > 1;
  const isTried = (field: FieldSamples): boolean =>
    isNet(field) > isNet(best)
      ? false
      : isSalePrice || field.presence > best.presence || triedTogether.has(to) || areSameButForLanguage(field, best);
  const next = others.find(isTried) ?? null;
  return next ? [mapped(next, to, 'feedName'), ...fallbacks(to, next, others.slice(others.indexOf(next) + 1))] : [];
}

/** `offer.price` ranks behind `price`. */
const wrappedRank = 1000;

function byName(to: ItemField | 'id', samples: readonly FieldSamples[]): FieldSamples[] {
  const place = (name: string): number => placeOf(to, name);
  const rank = ({ normal, plain, alternatives }: FieldSamples): number => {
    const indexes = [isLevel(normal) ? levelless(normal) : normal, plain].map(place);
    const index = indexes.find((each) => each !== -1) ?? -1;
    if (index !== -1 || (to === 'id' && alternatives.length === 0)) return index;
    // `EUR`, `HUF`: prices in them.
    if (to === 'price' && currencyInName(plain) === plain.toUpperCase()) return wrappedRank;
    const wrapped = [...unwrapped(plain), ...alternatives].map(place).find((each) => each !== -1) ?? -1;
    const isReduced = to === 'price' && isSalePriceName(plain);
    return wrapped === -1 || isReduced ? wrapped : wrapped + wrappedRank;
  };
  return samples
    .filter((field) => rank(field) !== -1)
    .sort(
      (a, b) =>
        taxOrder(to, a) - taxOrder(to, b) ||
        rank(a) - rank(b) ||
        levelOf(b.normal) - levelOf(a.normal) ||
        b.presence - a.presence,
    );
}

/** `hierarchicalCategories.lvl2` holds the whole path, so the deepest level wins. */
function isLevel(normal: string): boolean {
  return /_lvl_?\d$/.test(normal);
}

function levelless(normal: string): string {
  return normal.replace(/_lvl_?\d$/, '');
}

function levelOf(normal: string): number {
  return isLevel(normal) ? Number(normal.at(-1)) : -1;
}

function byPattern(to: ItemField, samples: readonly FieldSamples[]): FieldSamples[] {
  const pattern = namePatterns[to];
  if (!pattern) return [];
  return samples
    .filter((field) => !/\.\S{3}|@/.test(field.from) && pattern.test(field.normal) && !isOther(to, field))
    .filter((field) => to !== 'availability' || saysAvailability(field))
    .sort((a, b) => taxOrder(to, a) - taxOrder(to, b) || b.presence - a.presence);
}

function isOther(to: ItemField | 'id', { normal }: FieldSamples): boolean {
  return otherNames[to]?.test(normal) === true || isPrivateName(normal);
}

/** Gross prices before net ones; reduced prices keep their rank. */
function taxOrder(to: ItemField | 'id', { normal, plain }: FieldSamples): number {
  if (to !== 'price' && to !== 'price_before') return 0;
  if (taxIncluded.test(normal)) return 0;
  return taxExcluded.test(normal) ? 2 : isSalePriceName(plain) ? 0 : 1;
}

/** Last go names that are part numbers or have placeholders, days as availability, constant categories, and a shop's own types beside categories. */
function tellingFirst(to: ItemField, fields: readonly FieldSamples[]): FieldSamples[] {
  const hasCategory = fields.some(({ plain }) => plainCategory.test(plain));
  const weakness = (field: FieldSamples): number => {
    if (to === 'name') return Number(isCode(field) || field.texts.some((text) => /\{\p{L}+\}/u.test(text)));
    if (to === 'description') return Number(shortName.test(field.normal));
    if (to === 'availability') return Number(!saysAvailability(field));
    if (to !== 'category') return 0;
    const isOwnType = (field.plain === 'type' || (hasCategory && field.plain === 'product_type')) && !holdsPaths(field);
    // Tradetracker: `<category path="Home > Lamps">Lamps</category>`.
    const hasPath = fields.some(({ from }) => from === `${field.from}.@path`);
    return (
      Number(isConstant(field) || hasPath) * 2 +
      Number(isOwnType || (holdsSlugs(field) && fields.some((other) => !holdsSlugs(other))))
    );
  };
  return fields.toSorted((a, b) => weakness(a) - weakness(b));
}

const shortName =
  /(?:^|_)(?:short|krat\p{L}*|krot\p{L}*|kurz\p{L}*|court\p{L}*|cort\p{L}*|breve|rovid|scurta|korte|краткое|короткий|кратко)(?:_|$)/u;
const plainCategory = /^(?:categor(?:y|ies)|category_(?:name|path|title))$/;

function isConstant({ texts, distinctness }: FieldSamples): boolean {
  return texts.length > 2 && distinctness * texts.length === 1;
}

const ofBrand = /(?:^|\.)(?:vendor|brand|manufacturer|producer)\.@(?:code|id)$/i;

const keptIfRare: ReadonlySet<ItemField> = new Set(['price', 'price_before', 'ean', 'image', 'url']);
const leastPartlyFit = 0.05;

/** Prices of which most are “on request”, and bar codes that a spreadsheet spoilt: the others are kept. */
function fitsPartly(to: ItemField, field: FieldSamples): boolean {
  const test = fitTests[to];
  const isKnown = [field.plain, ...field.alternatives].some((name) => placeOf(to, name) !== -1);
  const isNamed = isKnown && !vagueNames.has(field.plain) && !flagNames.test(field.plain);
  return isNamed && keptIfRare.has(to) && test !== undefined && shareOf(field, test) >= leastPartlyFit;
}

/** `manufacturer_id`, `Category ID`: no names. */
const idName = /(?:^|_)ids?$/;

function fits(to: ItemField, field: FieldSamples): boolean {
  const test = fitTests[to];
  // `<vendor code="12">` is the vendor's number.
  if (to === 'product_code' && ofBrand.test(field.from)) return false;
  if ((to === 'brand' || to === 'category' || to === 'name') && idName.test(field.plain)) return false;
  if ((to === 'price' || to === 'price_before') && flagNames.test(field.plain)) return false;
  if (to === 'category' && ((field.normal === 'type' && field.presence < 1) || /(?:pricing|listing)_type$/.test(field.normal)))
    return false;
  return test === undefined || shareOf(field, test) >= leastFit;
}

function ownFields(
  samples: readonly FieldSamples[],
  taken: ReadonlySet<string>,
  standard: readonly FieldMapping[],
): FieldMapping[] {
  const free = samples.filter(({ from }) => !taken.has(from)).sort((a, b) => b.presence - a.presence);
  const price = samples.find(({ from }) => standard.some((field) => field.to === 'price' && field.from === from));
  const isPurchase = (field: FieldSamples) => price !== undefined && isAlwaysBelow(field, price);
  const own = Map.groupBy(free, (field) =>
    isFurtherPicture(field)
      ? 'picture'
      : field.from === '@variant_key' || isTechnical(field, standard) || isPurchase(field)
        ? 'technical'
        : 'own',
  );
  return [
    ...(own.get('picture') ?? []).map(pictureField),
    ...(own.get('own') ?? [])
      .slice(0, Math.max(0, maxSchemaFields - standard.length))
      .map(({ from }): FieldMapping => ({ from, to: ownName(from), reason: 'ownName' })),
    ...(own.get('technical') ?? []).map(({ from }): FieldMapping => ({ from, to: null, reason: 'sampledValues' })),
  ];
}

function mapped(field: FieldSamples, to: string, reason: MappingReason): FieldMapping {
  return { from: field.from, to, reason };
}
