import { gardenDrawings, petDrawings } from '#features/owner/sample-shop/drawings/garden.ts';
import { homeDrawings, kitchenDrawings } from '#features/owner/sample-shop/drawings/kitchen.ts';
import { bookDrawings, sportDrawings, toyDrawings } from '#features/owner/sample-shop/drawings/leisure.ts';
import {
  drugstoreDrawings,
  electronicsDrawings,
  fashionDrawings,
  stationeryDrawings,
} from '#features/owner/sample-shop/drawings/town.ts';

/** Every drawing by its name. Items keep a picture's number, which follows from this order: new drawings go to the end. */
export const drawings = {
  ...gardenDrawings,
  ...petDrawings,
  ...kitchenDrawings,
  ...homeDrawings,
  ...sportDrawings,
  ...toyDrawings,
  ...bookDrawings,
  ...electronicsDrawings,
  ...fashionDrawings,
  ...drugstoreDrawings,
  ...stationeryDrawings,
};

export type DrawingName = keyof typeof drawings;
