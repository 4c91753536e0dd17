/** What is counted by day for each of many names. */
export interface Cube {
  readonly name: 'terms' | 'items' | 'visitors';
  /** Columns that add up; those after them say something about the newest moment, which is the last of all. */
  readonly sumCount: number;
  readonly columnCount: number;
}

/** Of searches: how many of a term there were, found nothing, were clicked; items that the newest one found, and its moment. */
export const termColumns = { search: 0, unfound: 1, click: 2, itemCount: 3, lastAt: 4 } as const;
export const termCube: Cube = { name: 'terms', sumCount: 3, columnCount: 5 };

/** How often an item was shown, clicked, put into a cart and bought. */
export const itemColumns = { impression: 0, click: 1, cart: 2, purchase: 3 } as const;
export const itemCube: Cube = { name: 'items', sumCount: 4, columnCount: 4 };
