import { t } from '#ui/text/i18n.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';

export function useReloadBlock(): (feed: Feed) => string | undefined {
  return ({ need_tag_name: needsTagName, last_import: last }) => {
    if (isUnfinished(last)) return t('An import of this feed is already running.');
    return needsTagName ? t('Open the feed and choose what one item is first.') : undefined;
  };
}
