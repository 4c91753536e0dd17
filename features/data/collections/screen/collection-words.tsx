import { msg } from '#ui/text/i18n.ts';
import type { PredefinedId } from '#features/data/collections/collections.contract.ts';

export const predefinedWords: Readonly<Record<PredefinedId, { readonly name: string; readonly description: string }>> = {
  products: { name: msg('Products'), description: msg('What the shop sells, with prices, stock and variants.') },
  categories: {
    name: msg('Categories'),
    description: msg('The departments of the shop, so that visitors get to them by name.'),
  },
  articles: { name: msg('Articles'), description: msg('Guides, news and questions that the shop answers.') },
  brands: { name: msg('Brands'), description: msg('Makers whose items the shop sells, each with its own page.') },
};

export const rateLabel = (rate: number): string => (rate === 0 ? 'OFF' : rate === 100 ? 'ALL' : `${rate}%`);
