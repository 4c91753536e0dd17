import { useImportWatch } from '#features/data/feeds/import-watch.tsx';
import { useFeeds } from './feeds.ts';

/** Follows the imports that run while the page is loaded, whatever screen it shows. Shows nothing itself. */
export function ImportFollower() {
  useImportWatch(useFeeds());
  return null;
}
