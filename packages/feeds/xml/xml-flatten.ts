import { type RecordValue, emptyFields, FieldBag } from '#feeds/feed-record.ts';
import type { ReadLimits } from '#feeds/limits.ts';
import type { ItemProblem } from '#feeds/feed-texts.ts';
import { isHtmlName, isTextNode, textOf, type XmlNode } from './xml-node.ts';
import { type ItemField, normalName } from '#feeds/mapping/item-fields.ts';
import { remembered } from '#feeds/remembered.ts';
import { placeOf } from '#feeds/mapping/known-names.ts';

const listName =
  /^(?:product_?|urun_?)?(?:variants|variations|skus|combinations|modifications|sizes|secenekler|varyasyonlar|varianty|warianty|rozmiary)$|^urun_?secenek$/i;
const variantName =
  /^(?:product_?|urun_?)?(?:variant|variation|sku|combination|modification|size|secenek|varyasyon|varianta|wariant|rozmiar)$/i;
const kindOf = remembered((name) => (listName.test(name) ? 'list' : variantName.test(name) ? 'variant' : null));

export interface NestedVariants {
  readonly variants: readonly XmlNode[];
  readonly holders: ReadonlySet<XmlNode>;
}

/** In a list such as `<VARIANTS>`, or beside the fields as in Zboží's old format. */
function nestedVariants({ children }: XmlNode): NestedVariants | null {
  if (children === null) return null;
  const list = children.find((child) => kindOf(child.name) === 'list' && isListOfVariants(child));
  if (list) return { variants: variantsOf(list), holders: new Set([list]) };
  const beside = children.filter((child) => kindOf(child.name) === 'variant' && isVariant(child));
  return beside.length > 0 ? { variants: beside, holders: new Set(beside) } : null;
}

function variantsOf(list: XmlNode): XmlNode[] {
  return (list.children ?? []).filter(
    ({ name, children, attributes }) =>
      (children !== null || attributes !== null) && (kindOf(name) === 'variant' || name === 'item'),
  );
}

function isListOfVariants(list: XmlNode): boolean {
  const variants = variantsOf(list);
  return variants.length > 0 && (list.name === 'VARIANTS' || variants.every(isVariant));
}

const tellingFields = ['id', 'price', 'availability', 'ean', 'url', 'product_code'] as const;
const hasOne = (fields: readonly (ItemField | 'id')[], names: readonly string[]): boolean =>
  names.some((name) => fields.some((field) => placeOf(field, normalName(name)) !== -1));

function isVariant({ attributes, children }: XmlNode): boolean {
  if (children === null) return attributes !== null && hasOne(['price', 'availability'], Object.keys(attributes));
  const names = children.map(({ name }) => name.replace(ofVariant, ''));
  return attributes?.['id'] !== undefined || hasOne(tellingFields, names) || names.some((name) => variantId.test(name));
}

const pairElement =
  /param|attribut|propert|feature|detail|spec|option|custom|cech|postmeta|ozellik|реквизит|свойств|характеристик/i;
/** Ceneo's `<attrs><a name="EAN">`, Solr's `<field name="ean">`. */
const pairPath = /(?:^|\.)attrs\.a$|^field$/;
const pairNames = new Set('param_name name attribute_name key label fname meta_key variantname наименование nazwa'.split(' '));
const pairValues = new Set('val value values attribute_value fvalue meta_value variantvalue значение wartosc'.split(' '));
const pairUnits = new Set(['unit', 'funit']);
const namingAttributes = ['name', 'attribute-id', 'attribute_id', 'key', 'Tanim'];

export interface FlatItem {
  readonly fields: Record<string, RecordValue>;
  readonly problems: readonly ItemProblem[];
}

/**
 * `price`, `shipping.price` for nested elements, `@id` for attributes, lists for repetitions, `param.Colour` for a name with
 * its value, `name_de` for one of several languages. One result per variant, which inherits from the item and shares
 * `@item_group`.
 */
export function flattenItem(item: XmlNode, limits: ReadLimits): FlatItem[] {
  const nested = nestedVariants(item);
  if (nested === null) return [bagOf(item, limits)];
  const base = bagOf(item, limits, nested.holders);
  return nested.variants.map((variant) => withVariant(base, variant, limits));
}

/** The first that the item has is the `@item_group`. */
const groupNames = '@id GUID CODE id uid ITEM_ID code sku SKU URL link url PRODUCTNAME name'.split(' ');

/** Skroutz: `<variationid>`. */
const variantId = /^(?:variation|varyasyon|variant|sku|combination|modification|child)_?id$/i;
const endsInId = (name: string): boolean => /(?:ID|_id)$/.test(name);
const codesOfVariants = ['sku', 'SKU', 'code', 'CODE', 'stockCode'];
/** IdeaSoft: `<vStockCode>` is the `<stockCode>` of a variant. */
const ofVariant = /^v(?=\p{Lu})/u;

/** The stock of a variant replaces what its product says of both. */
const isStockName = (name: string): boolean => placeOf('availability', normalName(name)) !== -1;

function variantFields(own: FieldBag): FieldBag['fields'] {
  if (!Object.keys(own.fields).some((name) => ofVariant.test(name))) return own.fields;
  const fields = Object.entries(own.fields).map(([name, value]) => {
    const bare = name.replace(ofVariant, '');
    return [bare === name ? name : bare.charAt(0).toLowerCase() + bare.slice(1), value] as const;
  });
  return Object.assign(emptyFields(), Object.fromEntries(fields));
}

const nameExtension = 'PRODUCTNAMEEXT';
const extendedName = 'PRODUCTNAME';

function withVariant(base: FieldBag, variant: XmlNode, limits: ReadLimits): FlatItem {
  const own = bagOf(variant, limits);
  const ownFields = variantFields(own);
  const hasStock = Object.keys(ownFields).some(isStockName);
  const fields = new FieldBag(limits).fields;
  for (const name in base.fields) if (!hasStock || !isStockName(name)) fields[name] = base.fields[name]!;
  Object.assign(fields, ownFields);
  const ofProduct = groupNames.find((name) => base.fields[name] !== undefined) ?? Object.keys(base.fields).find(endsInId);
  const group = ofProduct && base.fields[ofProduct];
  // IdoSell: `<size name="M" quantity="3"/>`.
  if (own.fields['@name'] !== undefined && base.fields['name'] !== undefined) {
    fields[`param.${variant.name}`] = own.fields['@name'];
    delete fields['@name'];
  }
  if (group !== undefined) fields['@item_group'] = group;
  const extension = own.fields[nameExtension];
  if (extension !== undefined) {
    delete fields[nameExtension];
    fields[extendedName] = [base.fields[extendedName], extension].filter((part) => part !== undefined).join(' ');
  }
  const named = Object.keys(ownFields).find((name) => variantId.test(name));
  const code = base.fields['id'] === undefined ? undefined : codesOfVariants.find((name) => ownFields[name] !== undefined);
  const idOfVariant = named ?? code;
  if (idOfVariant !== undefined && ownFields['id'] === undefined) {
    fields['id'] = ownFields[idOfVariant]!;
    if (idOfVariant === named) delete fields[named];
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
    // Google's `g:id` wins over `id` of Atom and RSS.
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

/** @param ending language suffix of its fields */
function addElement(node: XmlNode, path: string, ending: string, bag: FieldBag): void {
  // PrestaShop: `<name><language id="1">`; the shop's own language is the first.
  const [first] = node.children ?? [];
  if (first?.name === 'language' && node.children?.every(({ name }) => name === 'language')) {
    addElement({ ...first, attributes: null }, path, ending, bag);
    return;
  }
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
    // Prom: `available=""` is a no.
    if (value === '' && name === 'available') bag.add(path === '' ? '@available' : `${path}.@available`, 'false');
    if (!value || /^(?:xmlns|xsi|xml|xlink)\b/.test(name) || (path !== '' && saysLanguage(name, value))) continue;
    bag.add(path === '' ? `@${name}` : `${path}.@${name}`, value);
  }
}

function isText(node: XmlNode): boolean {
  if (node.children?.every(({ attributes }) => attributes?.name)) return false;
  return (
    node.text.trim() !== '' ||
    (node.children ?? []).some(isTextNode) ||
    (node.children ?? []).every(({ name }) => isHtmlName(name))
  );
}

/** `<PARAM><PARAM_NAME>Colour</PARAM_NAME><VAL>red</VAL></PARAM>` and `<param name="Colour">red</param>`. */
function addPair(node: XmlNode, path: string, bag: FieldBag): boolean {
  if (!pairElement.test(node.name) && !pairPath.test(path)) return false;
  const { children } = node;
  const named = namingAttributes.map((name) => node.attributes?.[name]).find((value) => value);
  const nameChild = children?.find((child) => pairNames.has(child.name.toLowerCase()) && child.children === null);
  const name =
    (nameChild ?? (node.name === 'ЗначенияСвойства' ? children?.find((child) => child.name === 'Ид') : undefined))?.text.trim() ??
    named?.trim();
  if (!name) return false;
  const values = children ? valuesOf(children) : [node];
  if (values.length === 0) return false;
  const unit = children?.find((child) => pairUnits.has(child.name.toLowerCase()))?.text.trim() ?? node.attributes?.unit;
  for (const value of values) {
    // IdoSell: `<parameter name="Colour"><value name="red"/>`.
    const text = value.text.trim() || (value === node ? '' : (value.attributes?.name?.trim() ?? ''));
    if (text !== '') bag.add(`param.${name}`, unit ? `${text} ${unit}` : text);
  }
  return true;
}

/** `<VAL>red</VAL>` and `<values><value>red</value><value>blue</value></values>`. */
function valuesOf(children: readonly XmlNode[]): XmlNode[] {
  const values = children
    .filter((child) => pairValues.has(child.name.toLowerCase()))
    .flatMap((child) => child.children ?? [child]);
  return values.every((value) => value.children === null) ? values : [];
}

const noNames: ReadonlySet<string> = new Set();
const isLanguage = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;
const languageAttributes = ['lang', 'xml:lang', 'language'];

function saysLanguage(attribute: string, value: string): boolean {
  return languageAttributes.includes(attribute) && isLanguage.test(value);
}

function languageOf({ attributes }: XmlNode): string | null {
  if (attributes === null) return null;
  const code = attributes['lang'] ?? attributes['xml:lang'] ?? attributes['language'];
  return code !== undefined && isLanguage.test(code) ? code.slice(0, 2).toLowerCase() : null;
}

/** `<name lang="ru">`, `<name lang="uk">`. */
function severalLanguages(children: readonly XmlNode[]): ReadonlySet<string> {
  let first: Map<string, string> | null = null;
  let several: Set<string> | null = null;
  for (const child of children) {
    const language = languageOf(child);
    if (language === null) continue;
    first ??= new Map<string, string>();
    const known = first.get(child.name);
    if (known === undefined) first.set(child.name, language);
    else if (known !== language) (several ??= new Set<string>()).add(child.name);
  }
  return several ?? noNames;
}

/** `_ru` for an element in several languages. */
function languageEnding(node: XmlNode, inLanguages: ReadonlySet<string>): string {
  const language = inLanguages.has(node.name) ? languageOf(node) : null;
  return language === null ? '' : `_${language}`;
}
