import { colours, czechColour, type ColourName, type Gender } from './colours.ts';
import type { Both, Department, ProductLine } from './line.ts';
import { chance, hashOf, pick } from './numbers.ts';
import type { Picture } from './picture.ts';
import { inEnglish } from './wording.ts';

/** A product as a shop would keep it: its variants are one result. */
export interface Product {
  readonly key: string;
  readonly name: Both;
  readonly description: Both;
  readonly brand: Both;
  readonly path: readonly Both[];
  readonly departmentCode: string;
  readonly material: Both | null;
  readonly author: string | null;
  readonly priceCzk: number;
  readonly priceBeforeCzk: number | null;
  /** 0 to 1000; few are popular. */
  readonly popularity: number;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly key: string;
  /** Said after the name: `, červená, velikost M`. */
  readonly nameEnding: Both;
  readonly colour: Both | null;
  readonly size: string | null;
  readonly picture: Picture;
}

const modelNames = [
  'Vela',
  'Tora',
  'Mira',
  'Solo',
  'Rondo',
  'Linea',
  'Alba',
  'Forte',
  'Brisa',
  'Corso',
  'Estra',
  'Fino',
  'Gala',
  'Halo',
  'Jura',
  'Kora',
  'Lago',
  'Nera',
  'Orea',
  'Piko',
  'Runa',
  'Tilia',
  'Vira',
  'Zeta',
];
/** Where a line names no colours, its pictures still have one. */
const pictureColours: readonly ColourName[] = ['green', 'blue', 'orange', 'red', 'turquoise', 'purple', 'yellow', 'pink'];

export const productsOf = (department: Department, materials: Readonly<Record<string, Both>>): Product[] =>
  department.sections.flatMap(({ name, lines }) =>
    lines.flatMap((line) => line.models.map((_model, index) => product(department, name, line, index, materials))),
  );

function product(
  department: Department,
  section: Both,
  line: ProductLine,
  index: number,
  materials: Readonly<Record<string, Both>>,
): Product {
  const key = `${line.key}-${index + 1}`;
  const named = pick(department.brands, hashOf(line.key) + index);
  const brand: Both = typeof named === 'string' ? [named, named] : named;
  const priceCzk = priceOf(line, index);
  const material = line.material === null ? null : (materials[line.material] ?? null);
  return {
    key,
    name: nameOf(line, index, brand),
    description: descriptionOf(line, index, material),
    brand,
    path: [department.name, section, line.shelf],
    departmentCode: department.code,
    material,
    author: null,
    priceCzk,
    priceBeforeCzk: priceBefore(key, priceCzk),
    popularity: popularityOf(key),
    variants: variantsOf(line, index),
  };
}

function nameOf(line: ProductLine, index: number, [brand, englishBrand]: Both): Both {
  const [cs, en] = modelText(line, index);
  const [noun, englishNoun] = line.noun;
  if (line.isNameless) return [`${noun} ${brand}, ${cs}`, `${englishBrand} ${englishNoun}, ${en}`];
  const model = pick(modelNames, hashOf(line.key) + index * 7);
  return [`${noun} ${brand} ${model} ${cs}`.trim(), `${englishBrand} ${model} ${withEnglishModel(englishNoun, en)}`];
}

/** Adjectives of a model: its words up to a measure or a preposition. */
const leadingAdjectives = /^(?:(?!(?:for|with|in|size)\b)[^\s\d+−]+(?:\s+|$))+/;

/** English puts adjectives before the noun, Czech models all stand behind it: `city bicycle`, `dessert plate 19 cm`. */
function withEnglishModel(noun: string, model: string): string {
  const adjectives = leadingAdjectives.exec(model)?.[0] ?? '';
  return [adjectives.trim(), noun, model.slice(adjectives.length)].filter((part) => part !== '').join(' ');
}

function modelText(line: ProductLine, index: number): Both {
  const model = pick(line.models, index);
  return typeof model === 'string' ? [model, inEnglish(model)] : model;
}

/** Neighbouring models share one feature, so that their texts differ. */
function descriptionOf({ intro, features }: ProductLine, index: number, material: Both | null): Both {
  const chosen = [pick(features, index), pick(features, index + 1)];
  const sentences = (side: 0 | 1, about: string): string =>
    [intro[side], ...chosen.map((feature) => feature[side]), ...(material === null ? [] : [`${about}: ${material[side]}.`])].join(
      ' ',
    );
  return [sentences(0, 'Materiál'), sentences(1, 'Material')];
}

function priceOf({ priceCzk: [lowest, highest], models }: ProductLine, index: number): number {
  return models.length === 1 ? lowest : lowest + ((highest - lowest) * index) / (models.length - 1);
}

const discountedShare = 0.18;
export function priceBefore(key: string, priceCzk: number): number | null {
  return chance(`${key} discount`) < discountedShare ? priceCzk * (1.15 + chance(`${key} before`) * 0.35) : null;
}

export const popularityOf = (key: string): number => Math.round(1000 * chance(`${key} popularity`) ** 3);

function variantsOf(line: ProductLine, index: number): Variant[] {
  const sizes = line.sizes ?? [null];
  if (line.colours.length > 0) return line.colours.flatMap((colour) => sizes.map((size) => variant(line, colour, size)));
  const colour = pick(pictureColours, hashOf(line.key) + index);
  return sizes.map((size) => ({ ...variant(line, colour, size), key: size ?? '', nameEnding: sizeEnding(size), colour: null }));
}

function variant({ drawing, gender }: ProductLine, colour: ColourName, size: string | null): Variant {
  const [cs, en] = [czechColour(colour, gender), colours[colour].en];
  const [sizeCs, sizeEn] = sizeEnding(size);
  return {
    key: [colour, ...(size === null ? [] : [size])].join('-'),
    nameEnding: [`, ${cs}${sizeCs}`, `, ${en}${sizeEn}`],
    colour: [czechColour(colour, colourField), en],
    size,
    picture: { drawing, colour },
  };
}

/** Barva is feminine, so that is how a colour is named by itself. */
const colourField: Gender = 'f';

const sizeEnding = (size: string | null): Both => (size === null ? ['', ''] : [`, velikost ${size}`, `, size ${size}`]);
