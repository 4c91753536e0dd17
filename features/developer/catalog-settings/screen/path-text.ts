import { pathSeparator } from '#contract/item.ts';

/** `Kitchen › Kettles`. */
export const pathText = (path: string): string => path.replaceAll(pathSeparator, ' › ');
