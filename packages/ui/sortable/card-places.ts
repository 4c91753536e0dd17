/** On a card: its id. */
export const cardAttribute = 'data-card';
/** On a list: its name. */
export const listAttribute = 'data-card-list';
/** On the drop area of a list: the name of the list. */
export const areaAttribute = 'data-card-area';
/** On the part of a card that it is dragged by; without one, all of it. */
export const handleAttribute = 'data-card-handle';
/** On a button of a card: its action, to focus it again once the card has moved. */
export const buttonAttribute = 'data-card-button';

export interface DropPlace {
  readonly list: string;
  /** Before the card at this index. */
  readonly at: number;
}

export interface CardList {
  readonly name: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** False if its order is fixed. */
  readonly isOrdered: boolean;
}
