import type { RecordValue } from '#feeds/feed-record.ts';
import { FieldBag } from '#feeds/field-bag.ts';
import type { ReadLimits } from '#feeds/limits.ts';
import type { ItemProblem } from '#feeds/problem-texts.ts';
import { languageEnding, saysLanguage, severalLanguages } from './xml-languages.ts';
import { nestedVariants } from './xml-variants.ts';
import { isHtmlName, isTextNode, textOf, type XmlNode } from './xml-node.ts';

const pairElement = /param|attribut|propert|feature|detail|spec|option|custom|cech|postmeta|реквизит|свойств|характеристик/i;
/** Ceneo's `<attrs><a name="EAN">` and Solr's `<field name="ean">`. */
const pairPath = /(?:^|\.)attrs\.a$|^field$/;
const pairNames = new Set(['param_name', 'name', 'attribute_name', 'key', 'label', 'fname', 'meta_key', 'наименование', 'nazwa']);
const pairValues = new Set(['val', 'value', 'values', 'attribute_value', 'fvalue', 'meta_value', 'значение', 'wartosc']);
const pairUnits = new Set(['unit', 'funit']);
const namingAttributes = ['name', 'attribute-id', 'attribute_id', 'key'];

export interface FlatItem {
  readonly fields: Record<string, RecordValue>;
  readonly problems: readonly ItemProblem[];
}

/**
 * Fields of an item element: `price`, `shipping.price` for what is nested, `@id` for attributes, lists for what is
 * repeated, `param.Colour` for a name with its value, `name_de` where a field comes in several languages. An item with variants
 * gives one result per variant, which has the item's fields, overridden by its own, and `@item_group` in common.
 */
export function flattenItem(item: XmlNode, limits: ReadLimits): FlatItem[] {
  const nested = nestedVariants(item);
  if (nested === null) return [bagOf(item, limits)];
  const base = bagOf(item, limits, nested.holders);
  return nested.variants.map((variant) => withVariant(base, variant, limits));
}

/** The fields that an item and its variants have in common are told by the first of these that it has. */
const groupNames = ['@id', 'GUID', 'CODE', 'id', 'ITEM_ID', 'code', 'sku', 'SKU', 'URL', 'link', 'url', 'PRODUCTNAME', 'name'];

/** What Zboží adds to the name of a product to name its variant. */
const nameExtension = 'PRODUCTNAMEEXT';
const extendedName = 'PRODUCTNAME';

function withVariant(base: FieldBag, variant: XmlNode, limits: ReadLimits): FlatItem {
  const own = bagOf(variant, limits);
  const fields = Object.assign(new FieldBag(limits).fields, base.fields, own.fields);
  const group = groupNames.map((name) => base.fields[name]).find((value) => value !== undefined);
  if (group !== undefined) fields['@item_group'] = group;
  const extension = own.fields[nameExtension];
  if (extension !== undefined) {
    delete fields[nameExtension];
    fields[extendedName] = [base.fields[extendedName], extension].filter((part) => part !== undefined).join(' ');
  }
  const ownId = own.fields['@id'];
  if (ownId !== undefined && base.fields['@id'] !== undefined) fields['@id'] = `${String(base.fields['@id'])}-${String(ownId)}`;
  return { fields, problems: [...base.problems, ...own.problems] };
}

function bagOf(item: XmlNode, limits: ReadLimits, leftOut: ReadonlySet<XmlNode> = none): FieldBag {
  const bag = new FieldBag(limits);
  addAttributes(item, '', bag);
  const children = item.children ?? [];
  const preferred = googleNames(children);
  const inLanguages = severalLanguages(children);
  for (const child of children) {
    if (leftOut.has(child)) continue;
    // Atom and RSS have their own `id` and `title` beside Google's; Google's are about the product.
    if (preferred?.has(child.name) && child.prefix !== 'g') continue;
    if (!isTextNode(child)) addElement(child, child.name, languageEnding(child, inLanguages), bag);
  }
  const text = [item, ...children.filter(isTextNode)]
    .map((node) => node.text)
    .join('')
    .trim();
  if (text !== '') bag.add('text', text);
  return bag;
}

function googleNames(children: readonly XmlNode[]): Set<string> | null {
  if (!children.some(({ prefix }) => prefix === 'g')) return null;
  return new Set(children.filter(({ prefix }) => prefix === 'g').map(({ name }) => name));
}

const none: ReadonlySet<XmlNode> = new Set();

/** @param ending of the names of its fields, for the language that it or what is around it is in. */
function addElement(node: XmlNode, path: string, ending: string, bag: FieldBag): void {
  if (addPair(node, path, bag)) return;
  if (node.children && !isText(node)) {
    addAttributes(node, path, bag);
    const inLanguages = severalLanguages(node.children);
    for (const child of node.children)
      addElement(child, `${path}.${child.name}`, ending || languageEnding(child, inLanguages), bag);
    return;
  }
  const text = textOf(node);
  if (text !== '') bag.add(path + ending, text);
  addAttributes(node, path, bag);
}

function addAttributes(node: XmlNode, path: string, bag: FieldBag): void {
  for (const name in node.attributes) {
    const value = node.attributes[name]?.trim();
    if (!value || /^(?:xmlns|xsi|xml)\b/.test(name) || (path !== '' && saysLanguage(name, value))) continue;
    bag.add(path === '' ? `@${name}` : `${path}.@${name}`, value);
  }
}

/** Text with elements in it, or HTML that was not escaped. */
function isText(node: XmlNode): boolean {
  if (node.children?.every(({ attributes }) => attributes?.name)) return false;
  return (
    node.text.trim() !== '' ||
    (node.children ?? []).some(isTextNode) ||
    (node.children ?? []).every(({ name }) => isHtmlName(name))
  );
}

/** `<PARAM><PARAM_NAME>Colour</PARAM_NAME><VAL>red</VAL></PARAM>` and `<param name="Colour">red</param>` alike. */
function addPair(node: XmlNode, path: string, bag: FieldBag): boolean {
  if (!pairElement.test(node.name) && !pairPath.test(path)) return false;
  const { children } = node;
  const named = namingAttributes.map((name) => node.attributes?.[name]).find((value) => value);
  const nameChild = children?.find((child) => pairNames.has(child.name.toLowerCase()) && child.children === null);
  const name = nameChild ? nameChild.text.trim() : named?.trim();
  if (!name) return false;
  const values = children ? valuesOf(children) : [node];
  if (values.length === 0) return false;
  const unit = children?.find((child) => pairUnits.has(child.name.toLowerCase()))?.text.trim() ?? node.attributes?.unit;
  for (const value of values) {
    // IdoSell names values too: `<parameter name="Colour"><value name="red"/>`.
    const text = value.text.trim() || (value === node ? '' : (value.attributes?.name?.trim() ?? ''));
    if (text !== '') bag.add(`param.${name}`, unit ? `${text} ${unit}` : text);
  }
  return true;
}

/** `<VAL>red</VAL>` and `<values><value>red</value><value>blue</value></values>` alike. */
function valuesOf(children: readonly XmlNode[]): XmlNode[] {
  const values = children
    .filter((child) => pairValues.has(child.name.toLowerCase()))
    .flatMap((child) => child.children ?? [child]);
  return values.every((value) => value.children === null) ? values : [];
}
