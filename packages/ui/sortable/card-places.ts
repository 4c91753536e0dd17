/** On a card: its id. On a list: its name. On a drop area: the name of its list. */
export const cardAttribute = 'data-card';
export const listAttribute = 'data-card-list';
export const areaAttribute = 'data-card-area';
/** The drag handle; without one the whole card is dragged. */
export const handleAttribute = 'data-card-handle';
/** On a button of a card: its action, to restore the focus after a move. */
export const buttonAttribute = 'data-card-button';

export interface DropPlace {
  readonly list: string;
  readonly at: number;
}

export interface CardList {
  readonly name: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** Others have an order of their own. */
  readonly isOrdered: boolean;
}
