import { normalName } from '#feeds/mapping/own-name.ts';
import type { XmlNode } from './xml-node.ts';

const listName = /^(?:product_?)?(?:variants|variations|skus|combinations|modifications)$/i;
const variantName = /^(?:product_?)?(?:variant|variation|sku|combination|modification)$/i;
const kinds = new Map<string, 'list' | 'variant' | null>();
const mostKinds = 10_000;

function kindOf(name: string): 'list' | 'variant' | null {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  if (kinds.size >= mostKinds) kinds.clear();
  const kind = listName.test(name) ? 'list' : variantName.test(name) ? 'variant' : null;
  kinds.set(name, kind);
  return kind;
}

const tellingNames = new Set([
  'id',
  'sku',
  'code',
  'price',
  'price_vat',
  'ean',
  'gtin',
  'barcode',
  'url',
  'link',
  'stock',
  'availability',
  'productnameext',
]);

export interface NestedVariants {
  readonly variants: readonly XmlNode[];
  readonly holders: ReadonlySet<XmlNode>;
}

/** In a list such as `<VARIANTS>`, or beside the fields as in Zboží's old format. */
export function nestedVariants({ children }: XmlNode): NestedVariants | null {
  if (children === null) return null;
  const list = children.find((child) => kindOf(child.name) === 'list' && isListOfVariants(child));
  if (list) return { variants: variantsOf(list), holders: new Set([list]) };
  const beside = children.filter((child) => kindOf(child.name) === 'variant' && isVariant(child));
  return beside.length > 0 ? { variants: beside, holders: new Set(beside) } : null;
}

function variantsOf(list: XmlNode): XmlNode[] {
  return (list.children ?? []).filter(
    ({ children, name }) => children !== null && (kindOf(name) === 'variant' || name === 'item'),
  );
}

function isListOfVariants(list: XmlNode): boolean {
  const variants = variantsOf(list);
  return variants.length > 0 && (list.name === 'VARIANTS' || variants.every(isVariant));
}

function isVariant({ attributes, children }: XmlNode): boolean {
  if (children === null) return false;
  return attributes?.['id'] !== undefined || children.some(({ name }) => tellingNames.has(normalName(name)));
}
