/** Items whose counts are easily worked out: every number of theirs says what they are. */
export interface Lamp {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly brand: string;
  readonly colour: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly weight: number;
  /** From 1 to 5. */
  readonly stars: number;
  readonly on_sale: boolean;
}

const kinds = ['Desk', 'Floor', 'Wall'];
const brands = ['Vela', 'Tora', 'Mira', 'Nova & Sons'];
const colours = ['red', 'blue', 'white', 'dark-green', 'black'];
const categories = [
  'Indoors > Lamps > Desk',
  'Indoors > Lamps > Floor',
  'Indoors > Chairs',
  'Garden > Lights',
  'Garden > Tools > Small',
  'Office',
];
const count = 60;

const divided = (number: number, tag: string, by: number): string[] => (number % by === 0 ? [tag] : []);

export const lamps: readonly Lamp[] = Array.from({ length: count }, (_, number) => ({
  id: `lamp-${number}`,
  name: `${kinds[number % kinds.length]} lamp ${number}`,
  description: `${'A lamp for whoever reads, writes or draws in the evening. '.repeat(5)}It is made in the town number ${number} and lights for years.`,
  brand: brands[number % brands.length]!,
  colour: colours[number % colours.length]!,
  category: categories[number % categories.length]!,
  tags: ['lamp', ...divided(number, 'new', 2), ...divided(number, 'eco', 3), ...divided(number, 'gift', 5)],
  price: 10 + number,
  weight: 100 + number / 2,
  stars: 1 + (number % 5),
  on_sale: number % 6 === 0,
}));

export const lampFeed = lamps.map((lamp) => JSON.stringify(lamp)).join('\n');
