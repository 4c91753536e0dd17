import type { TagCandidate } from '#feeds/feed-error.ts';
import type { FeedSource } from '#feeds/feed-settings.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { readLimits } from '#feeds/limits.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { localName } from '#feeds/xml/xml-node.ts';
import type { ItemNesting } from '#feeds/xml/xml-records.ts';
import { XmlTokenizer, type XmlHandler } from '#feeds/xml/xml-tokens.ts';

const itemNames = new Set(
  'shopitem item entry product offer produkt polozka zbozi tovar article artikel producto prodotto produit doc товар предложение urun produs artikal proizvod izdelek tuote vare προϊόν προιον cenik termek'.split(
    ' ',
  ),
);
const weakNames = new Set(['row', 'record', 'book', 'ad', 'category', 'kategorie', 'brand', 'page', 'post']);
const shoptetFields = new Set('CODE CATEGORIES IMAGES VARIANTS SHORT_DESCRIPTION STOCK ITEM_TYPE VISIBILITY GUID'.split(' '));
const maxCandidates = 10;
const maxSampleFields = 12;

interface ElementCount {
  readonly name: string;
  readonly depth: number;
  readonly fields: Set<string>;
  count: number;
  attributeCount: number;
  readonly attributes: Set<string>;
  nesting: ItemNesting;
}

export interface RecognisedTag {
  /** null: see `candidates`. */
  readonly tagName: string | null;
  readonly isAwaited: boolean;
  readonly nesting: ItemNesting;
  readonly source: FeedSource;
  readonly candidates: readonly TagCandidate[];
}

/** `head` may be cut anywhere. @param given the owner's choice, which wins. @throws FeedError `doctype` */
export function recogniseTagName(head: string, given: string | null): RecognisedTag {
  const counts = countElements(head);
  const chosen = given === null ? best(counts) : (counts.find(({ name }) => name === localName(given)) ?? null);
  const awaited = given === null ? awaitedOffer(counts) : null;
  const tagName = given ?? awaited ?? chosen?.name ?? null;
  return {
    tagName,
    isAwaited: awaited !== null,
    nesting: chosen?.nesting ?? 'none',
    source: sourceOf(tagName, chosen, head),
    candidates: candidatesOf(counts),
  };
}

/** Yandex lists categories before offers, which may come later or not at all. */
function awaitedOffer(counts: readonly ElementCount[]): string | null {
  const named = (wanted: string) => counts.find(({ name }) => name === wanted);
  const offers = named('offers');
  const isAwaited = offers === undefined ? named('yml_catalog') !== undefined : offers.fields.size === 0;
  return isAwaited && named('offer') === undefined ? 'offer' : null;
}

function countElements(head: string): ElementCount[] {
  const counter = new Counter();
  new XmlTokenizer(counter, head.length + 1).write(head);
  return [...counter.elements.values()];
}

class Counter implements XmlHandler {
  readonly elements = new Map<string, ElementCount>();
  readonly #path: { full: string; element: ElementCount; holds: ItemNesting }[] = [];

  open(fullName: string, attributes: Readonly<Record<string, string>> | null): void {
    const name = localName(fullName);
    const parent = this.#path.at(-1);
    const full = parent && parent.element.name !== name ? `${parent.full}/${name}` : (parent?.full ?? name);
    const element = this.#element(full, name);
    element.count += 1;
    element.attributeCount = Math.max(element.attributeCount, attributes ? Object.keys(attributes).length : 0);
    if (element.attributes.size < maxSampleFields) for (const each in attributes) element.attributes.add(each);
    for (const ancestor of this.#path)
      if (ancestor.element.name === name) ancestor.holds = ancestor === parent ? 'tree' : 'inside';
    if (parent && parent.element !== element && parent.element.fields.size < maxSampleFields) parent.element.fields.add(fullName);
    if (this.#path.length < readLimits.maxDepth) this.#path.push({ full, element, holds: 'none' });
  }

  #element(full: string, name: string): ElementCount {
    const known = this.elements.get(full);
    if (known) return known;
    const element: ElementCount = {
      name,
      depth: this.#path.length,
      fields: new Set<string>(),
      count: 0,
      attributeCount: 0,
      attributes: new Set<string>(),
      nesting: 'none',
    };
    this.elements.set(full, element);
    return element;
  }

  close(fullName: string): void {
    const name = localName(fullName);
    const index = this.#path.findLastIndex(({ element }) => element.name === name);
    if (index === -1) return;
    const closed = this.#path[index];
    if (closed && closed.holds !== 'none' && index === this.#path.length - 1) closed.element.nesting = closed.holds;
    this.#path.length = index;
  }

  text(): void {}
  flaw(): void {}
}

function couldBeItem(element: ElementCount): boolean {
  if (element.depth === 0) return itemNames.has(element.name.toLowerCase()) && knownFieldsOf(element) >= leastKnownFields;
  return element.fields.size > 0 || element.attributeCount > 1;
}

function best(counts: readonly ElementCount[]): ElementCount | null {
  const possible = counts.filter(couldBeItem);
  const outermost = (names: ReadonlySet<string>): ElementCount | undefined =>
    possible
      .filter(({ name }) => names.has(name.toLowerCase()) || names.has(normalName(name)))
      .sort((a, b) => a.depth - b.depth || b.count - a.count)[0];
  const weak = outermost(weakNames);
  const byContent = byFields(possible);
  // `<Products>` around the `<Category>` of one product.
  const isInside = weak !== undefined && byContent !== null && byContent.depth < weak.depth;
  return outermost(itemNames) ?? (isInside ? byContent : (weak ?? byContent ?? onlyRepeated(possible)));
}

const leastKnownFields = 3;

function knownFieldsOf({ fields, attributes }: ElementCount): number {
  const names = new Set([...fields, ...attributes].map((name) => normalName(localName(name))));
  return telling.filter((field) => knownNames[field].some((name) => names.has(name))).length;
}

/** Null when two have equally many. */
function byFields(possible: readonly ElementCount[]): ElementCount | null {
  const [first, second] = possible
    .map((element) => ({ element, count: knownFieldsOf(element) }))
    .filter(({ count }) => count >= leastKnownFields)
    .sort((a, b) => b.count - a.count || b.element.count - a.element.count);
  return first && first.count !== second?.count ? first.element : null;
}

/** Null when another one weighs more. */
function onlyRepeated(possible: readonly ElementCount[]): ElementCount | null {
  const repeated = possible.filter(({ count, fields, attributeCount }) => count > 1 && fields.size + attributeCount > 1);
  const nearest = Math.min(...repeated.map(({ depth }) => depth));
  const [first, second] = repeated.filter(({ depth }) => depth === nearest);
  return first && !second && repeated.every((each) => weightOf(each) <= weightOf(first)) ? first : null;
}

function weightOf({ count, fields, attributeCount }: ElementCount): number {
  return count * Math.min(8, fields.size + attributeCount);
}

const telling = ['id', 'name', 'price', 'url', 'image', 'description', 'ean', 'brand', 'category'] as const;

function candidatesOf(counts: readonly ElementCount[]): TagCandidate[] {
  const sorted = counts.filter(couldBeItem).sort((a, b) => weightOf(b) - weightOf(a));
  const unique = sorted.filter((element, index) => sorted.findIndex(({ name }) => name === element.name) === index);
  return unique
    .slice(0, maxCandidates)
    .map(({ name, count, fields }) => ({ name, count, sampleFields: [...fields].map(localName) }));
}

function sourceOf(tagName: string | null, element: ElementCount | null, head: string): FeedSource {
  const name = localName(tagName ?? '').toLowerCase();
  const fields = [...(element?.fields ?? [])];
  if (name === 'item' && /<aisle[\s>]/.test(head)) return 'aisle';
  if (name === 'item' || name === 'entry') {
    return fields.some((field) => field.startsWith('g:')) || head.includes('base.google.com/ns/1.0') ? 'google' : 'custom';
  }
  if (name !== 'shopitem') return 'custom';
  const isShoptet = fields.filter((field) => shoptetFields.has(field)).length >= 2 && !fields.includes('PRODUCTNAME');
  return isShoptet ? 'shoptet' : 'heureka';
}
