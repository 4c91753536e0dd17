import { type BannerRule, banners } from './banners.contract.ts';
import { bannerRule } from './banners.rule.ts';
import { bannerRows, bannersKey } from './banners.store.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules } from '#server/crud/serve-rows.ts';
import { categoriesGone } from '#server/search/categories.ts';

export function serveBanners(app: App): void {
  const rule = {
    key: bannersKey,
    table: 'banner',
    nameOf: ({ name }: BannerRule) => name,
    lint: (context: Parameters<typeof categoriesGone>[1]) => categoriesGone(app, context),
    ...bannerRule,
  } as const;
  serveRules(app, banners, bannerRows, rule, asStored);
}
