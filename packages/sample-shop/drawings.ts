import { gardenDrawings, petDrawings } from '#sample-shop/drawings/garden.ts';
import { homeDrawings, kitchenDrawings } from '#sample-shop/drawings/kitchen.ts';
import { bookDrawings, sportDrawings, toyDrawings } from '#sample-shop/drawings/leisure.ts';
import { drugstoreDrawings, electronicsDrawings, fashionDrawings, stationeryDrawings } from '#sample-shop/drawings/town.ts';

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
