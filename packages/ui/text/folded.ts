/** Small letters without diacritics, to look for what people type in what they see. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
