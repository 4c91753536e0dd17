import type { CategoryInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';

/** Fewer items than this share that have something are told as low. */
const lowShare = 0.9;

/** From 0 to 1; null while nobody counted. */
export const shareOf = (count: number | null, of: number): number | null => (count === null || of === 0 ? null : count / of);

export const isLow = (share: number | null): boolean => share !== null && share < lowShare;

/** Whether too many items of a category lack a picture, a price or stock. */
export const hasGaps = ({ item_count: of, with_picture, with_price, in_stock }: CategoryInfo): boolean =>
  [with_picture, with_price, in_stock].some((count) => isLow(shareOf(count, of)));
