/** Multiplies scores of items out of stock: low enough to change places with comparable items, and no others. See decision 119. */
export const outOfStockFactor = 0.85;
