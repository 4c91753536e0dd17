import type { Learning } from '#contract/values/learning.ts';
import { formats } from '#ui/text/format.ts';
import { releasedKind } from '#ui/releases/released-kind.ts';
import { type Translate, msg } from '#ui/text/i18n.ts';
import { type CollectionInput, relevantRates, type PredefinedId } from '#features/data/collections/collections.contract.ts';

export const predefinedWords: Readonly<Record<PredefinedId, { readonly name: string; readonly description: string }>> = {
  products: { name: msg('Products'), description: msg('What the shop sells, with prices, stock and variants.') },
  categories: {
    name: msg('Categories'),
    description: msg('Departments of the shop, found by name.'),
  },
  articles: { name: msg('Articles'), description: msg('Guides, news and questions that the shop answers.') },
  brands: { name: msg('Brands'), description: msg('Brands the shop sells, each with its own page.') },
};

export const rateLabel = (rate: number): string => (rate === 0 ? 'OFF' : rate === 100 ? 'ALL' : `${rate}%`);

const rates = () => Object.fromEntries(relevantRates.map((rate) => [rate, { name: rateLabel(rate) }]));

export const collectionFieldNames = (t: Translate) => ({
  name: t('Name'),
  relevant_rate: t('Match rate'),
  force_stopwords: t('Force ignored terms'),
  lower_unwanted: t('Rank items with unwanted words last'),
});

/** In releases from before them, and where they are off, there is no `in_stock_first`, `fuses_meaning` or `learning`. */
export const releasedCollections = releasedKind<
  CollectionInput & {
    readonly in_stock_first?: true;
    readonly fuses_meaning?: true;
    readonly learning?: Exclude<Learning, 'off'>;
  }
>({
  source: 'collections',
  title: (t) => t('Settings of collections'),
  counted: (t, count) => t('{count} collections', { count }),
  sentence(
    t,
    {
      relevant_rate: rate,
      force_stopwords: isForced,
      lower_unwanted: isLowered,
      in_stock_first: isFirst,
      fuses_meaning: isFused,
      learning,
    },
  ) {
    const ofWords = isForced
      ? t('Match rate {rate}, without ignored terms.', { rate: rateLabel(rate) })
      : t('Match rate {rate}.', { rate: rateLabel(rate) });
    const order = [
      isLowered && t('Items with unwanted words are last.'),
      isFirst && t('Items out of stock are lower.'),
      isFused && t('Words and meaning rank together.'),
      learning && t('Learns from visitors.'),
    ];
    return [ofWords, ...order].filter(Boolean).join(' ');
  },
  fields(t) {
    const { relevant_rate, force_stopwords, lower_unwanted } = collectionFieldNames(t);
    return {
      relevant_rate: { label: relevant_rate, choices: rates() },
      force_stopwords: { label: force_stopwords },
      lower_unwanted: { label: lower_unwanted },
      in_stock_first: { label: t('Lower items out of stock') },
      fuses_meaning: { label: t('By words and meaning together') },
      learning: {
        label: t('Learning from visitors'),
        choices: { careful: { name: t('Careful') }, strong: { name: t('Strong') } },
      },
    };
  },
  nameOf: (t) => t('Settings'),
  screen: { path: '/data/collections', needs: 'data', opens: ({ id }) => ({ edit: id }) },
});

interface ProjectRow {
  readonly language: string;
}

export const releasedProject = releasedKind<ProjectRow>({
  source: 'project',
  title: (t) => t('Project'),
  counted: (t) => t('language of the project'),
  sentence: (t, { language }) => t('Language of the items: {language}.', { language: formats.languageInText(language) }),
  fields: (t) => ({ language: { label: t('Language') } }),
  nameOf: (t) => t('Language'),
  screen: { path: '/owner/projects', needs: 'owner', opens: () => ({}) },
});
