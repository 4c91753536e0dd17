import { releasedKind } from '#ui/releases/released-kind.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { quoted } from '#ui/text/format.ts';
import type { BannerRule } from './banners.contract.ts';

export const bannerPlaces = (t: Translate) => ({
  top: { name: t('Above the items'), meaning: t('The first thing on the page.') },
  between: { name: t('Between the items'), meaning: t('In the list, at a place you choose.') },
  panel: { name: t('Below the search box'), meaning: t('While the query is typed.') },
});

export const bannerMatches = (t: Translate) => ({
  is: { name: t('is'), meaning: t('The whole query is one of these.') },
  contains: { name: t('contains'), meaning: t('The query has all words of one of these.') },
});

export const releasedBanners = releasedKind<BannerRule>({
  source: 'banners',
  title: (t) => t('Banners'),
  counted: (t, count) => t('{count} banners', { count }),
  sentence: (t, { queries, category, headline, alt }) =>
    t('For “{queries}”: {banner}.', {
      queries: quoted(t, [...queries, ...(category === '' ? [] : [category])]),
      banner: headline || alt,
    }),
  fields: (t) => ({
    name: { label: t('Internal name') },
    queries: { label: t('Queries') },
    match: { label: t('Match'), choices: bannerMatches(t) },
    category: { label: t('Category') },
    image: { label: t('Picture') },
    alt: { label: t('Alternative text') },
    headline: { label: t('Headline') },
    text: { label: t('Text') },
    link: { label: t('Link') },
    place: { label: t('Place'), choices: bannerPlaces(t) },
    item_position: { label: t('Before item') },
  }),
  screen: {
    path: '/search-settings/banners',
    needs: 'search',
    opens: ({ id, collection_id: c }) => ({ edit: id, ...(c !== null && { c }) }),
  },
});
