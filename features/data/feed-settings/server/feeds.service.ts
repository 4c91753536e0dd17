import { isMaskedAddress } from './sealed-address.service.ts';
import { uploadFile, checkUpload } from './uploads.service.ts';
import { checkAddress } from '#feeds/fetch/host-guard.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { Caller } from '#server/app/access.ts';
import type { App, Settings } from '#server/app/app.ts';
import { failField } from '#server/base/fail.ts';

const samplePattern = /^sample:(cs|en)$/;

/** The `feed_url` of the sample shop's catalogue. */
export const sampleFeedUrl = (language: 'cs' | 'en'): string => `sample:${language}`;

export type FeedSource =
  | { readonly kind: 'url'; readonly url: string; readonly validators: Validators | null }
  | { readonly kind: 'file'; readonly file: string; readonly name: string }
  | { readonly kind: 'sample'; readonly language: 'cs' | 'en' };

export function feedSourceOf(feedUrl: string, fileName: string | null): FeedSource {
  const file = uploadFile(feedUrl);
  if (file) return { kind: 'file', file, name: fileName ?? '' };
  const sample = samplePattern.exec(feedUrl)?.[1];
  if (sample) return { kind: 'sample', language: sample as 'cs' | 'en' };
  return { kind: 'url', url: feedUrl, validators: null };
}

/** Checks the spelling; names are resolved when the feed is fetched. */
export async function checkFeedUrl(app: App, feedUrl: string, caller: Pick<Caller<'user'>, 'user' | 'project'>): Promise<void> {
  if (!(await checkUpload(app, feedUrl, caller))) checkWebAddress(app.settings, 'feed_url', feedUrl);
}

export function checkWebAddress(settings: Settings, field: string, address: string): void {
  if (isMaskedAddress(address)) throw failField(field, 'passwordHidden');
  try {
    checkAddress(address, settings.allowedPrivateFeeds);
  } catch (error) {
    const isPrivate = error instanceof FeedError && error.code === 'privateAddress';
    throw isPrivate ? failField(field, 'addressNotAllowed') : failField(field, 'notValid', { name: 'Feed address' });
  }
}
