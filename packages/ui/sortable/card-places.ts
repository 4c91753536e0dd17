/** On a card: its id. On a list of cards: the list's name. On all of the place where cards can be let go: the name of its list. */
export const cardAttribute = 'data-card';
export const listAttribute = 'data-card-list';
export const areaAttribute = 'data-card-area';
/** On the part of a card that it is dragged by; a card without one is dragged by all of it. */
export const handleAttribute = 'data-card-handle';
/** On a button of a card: what it does, so that it has the focus again once the card has moved. */
export const buttonAttribute = 'data-card-button';

export interface DropPlace {
  readonly list: string;
  /** Before the card that stands there, from 0. */
  readonly at: number;
}

/** A list of cards, in its order. */
export interface CardList {
  readonly name: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** People decide its order. Others are in an order of their own, so nothing is moved within them. */
  readonly isOrdered: boolean;
}
