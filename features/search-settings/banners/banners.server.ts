import { type BannerRule, banners, clickBanner } from './banners.contract.ts';
import { bannerRule } from './banners.rule.ts';
import { addBannerClick, bannerCounts, bannerRows, bannersKey } from './banners.store.ts';
import { servePictures } from './pictures.server.ts';
import { dayOf } from '#contract/days.ts';
import { isCounted, visitorHash } from '#features/front-api/server/visitors.service.ts';
import { serve } from '#server/app/serve.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules } from '#server/crud/serve-rows.ts';
import { categoriesGone } from '#server/search/categories.ts';

/** Limit per address and banner, which many visitors may share. */
const clicksPerAddress = 20;
const clicksWindowSeconds = 60 * 60;

export function serveBanners(app: App): void {
  const rule = {
    key: bannersKey,
    table: 'banner',
    nameOf: ({ name }: BannerRule) => name,
    lint: (context: Parameters<typeof categoriesGone>[1]) => categoriesGone(app, context),
    ...bannerRule,
  } as const;
  serveRules(app, banners, bannerRows, rule, {
    ...asStored,
    async shown(rows) {
      const counts = await bannerCounts(
        app.db,
        rows.map(({ id }) => id),
      );
      const unseen = { view_count: null, click_count: null };
      return rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? unseen) }));
    },
  });
  const perAddress = countAttempts({ maximum: clicksPerAddress, windowSeconds: clicksWindowSeconds });
  serve(app, clickBanner, async ({ banner_id: bannerId, visitor }, caller) => {
    const { project, address, isShopServer } = caller;
    const isLeft = isShopServer || perAddress.isLeft(JSON.stringify([project.id, address, bannerId]));
    const day = dayOf(Date.now(), project.timeZone);
    if (isLeft && isCounted(caller))
      await addBannerClick(app.db, { projectId: project.id, bannerId, day, visitor: visitorHash(app, caller, visitor, day) });
    return {};
  });
  servePictures(app);
}
