import { isWebAddress } from '#contract/fields.ts';
import type { FeedSource } from './imports.task.ts';
import { isUploadThere, uploadPath } from './uploads.ts';
import { isAllowedHost, refusePrivateUrl } from '#feeds/host-guard.ts';
import type { Settings } from '#server-kit/app.ts';
import { failField } from '#server-kit/fail.ts';

const samplePattern = /^sample:(cs|en)$/;

/** The `feed_url` of the sample shop's catalogue. */
export const sampleFeedUrl = (language: 'cs' | 'en'): string => `sample:${language}`;

/** Where an import reads from. */
export function feedSourceOf({ dataDirectory }: Settings, feedUrl: string): FeedSource {
  const file = uploadPath(dataDirectory, feedUrl);
  if (file) return { kind: 'file', path: file };
  const sample = samplePattern.exec(feedUrl)?.[1];
  if (sample) return { kind: 'sample', language: sample as 'cs' | 'en' };
  return { kind: 'url', url: feedUrl };
}

/**
 * Refuses addresses that can be seen to be wrong before anything is fetched. Names are looked up, and looked at again, when
 * the feed is fetched.
 */
export async function checkFeedUrl(settings: Settings, feedUrl: string): Promise<void> {
  const file = uploadPath(settings.dataDirectory, feedUrl);
  if (file) {
    if (!(await isUploadThere(file))) throw failField('feed_url', 'uploadGone');
    return;
  }
  if (!isWebAddress(feedUrl)) throw failField('feed_url', 'notValid', { name: 'Feed address' });
  const url = new URL(feedUrl);
  if (isAllowedHost(url, settings.allowedPrivateFeeds)) return;
  try {
    refusePrivateUrl(url);
  } catch {
    throw failField('feed_url', 'addressNotAllowed');
  }
}
