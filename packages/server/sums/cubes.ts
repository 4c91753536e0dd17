/** What is counted by day for each of many names, or pairs of names. */
export interface Cube {
  readonly name: 'terms' | 'items' | 'visitors' | 'clicked items' | 'clicking terms' | 'next searches';
  /** Columns that add up; those after them say something about the newest moment, which is the last of all. */
  readonly sumCount: number;
  readonly columnCount: number;
  /** The cubes that the names of a pair have their numbers of; undefined where single names are counted. */
  readonly pairOf?: readonly [first: Cube, second: Cube];
}

/** Of searches: how many of a term there were, found nothing, were clicked; items that the newest one found, and its moment. */
export const termColumns = { search: 0, unfound: 1, click: 2, itemCount: 3, lastAt: 4 } as const;
export const termCube: Cube = { name: 'terms', sumCount: 3, columnCount: 5 };

export const itemColumns = { impression: 0, click: 1, cart: 2, purchase: 3 } as const;
export const itemCube: Cube = { name: 'items', sumCount: 4, columnCount: 4 };

/** Clicks on an item after a term; the positions of those whose position is known, from 1 and added up, and how many these are. */
export const clickColumns = { clicks: 0, positions: 1, positioned: 2 } as const;
const clicks = { sumCount: 3, columnCount: 3 } as const;
/** The same clicks twice: one is read by terms, the other by items. */
export const clickedItemCube: Cube = { name: 'clicked items', ...clicks, pairOf: [termCube, itemCube] };
export const clickingTermCube: Cube = { name: 'clicking terms', ...clicks, pairOf: [itemCube, termCube] };

/** Of visitors of a term on one day, those who soon searched for another one, those whom it found something, and those who clicked that. */
export const nextColumns = { visitors: 0, finding: 1, clicking: 2 } as const;
export const nextSearchCube: Cube = { name: 'next searches', sumCount: 3, columnCount: 3, pairOf: [termCube, termCube] };
