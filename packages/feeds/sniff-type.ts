import { FeedError } from './feed-error.ts';
import type { FeedSettings, FeedType } from './feed-settings.ts';

const binaryMarks: readonly (readonly [RegExp, 'archive' | 'pdf' | 'binaryFile'])[] = [
  [/^PK\u0003\u0004/, 'archive'],
  [/^%PDF-/, 'pdf'],
  [/^\u007fELF|^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8|^‰PNG/, 'binaryFile'],
];

/**
 * Tells XML, JSON and CSV apart by the beginning of the decoded text. What the bytes show wins over what was said.
 * @throws FeedError `webPage`, `archive`, `pdf`, `binaryFile`, `plainText` for what is no feed.
 */
export function sniffType(
  head: string,
  isWhole: boolean,
  settings: Pick<FeedSettings, 'type' | 'headers' | 'contentType'>,
): FeedType {
  const start = head.trimStart();
  for (const [mark, what] of binaryMarks) if (mark.test(start)) throw new FeedError(what);
  if (start.startsWith('<')) {
    refuseHtml(start);
    return 'xml';
  }
  if (looksLikeJson(start)) return 'json';
  const isSaidToBeXml = settings.type === 'xml' || /xml/i.test(settings.contentType ?? '');
  if (isSaidToBeXml && /^[^<]{0,2000}<(?:\?xml|[a-z])/i.test(start)) return 'xml';
  refuseProse(start, isWhole, settings);
  return 'csv';
}

function refuseHtml(start: string): void {
  const withoutProlog = start.slice(0, 4096).replace(/^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->)+/, '');
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(withoutProlog)) {
    throw new FeedError('webPage');
  }
}

function looksLikeJson(start: string): boolean {
  return /^\[\s*(?:[[\]{"\d-]|true|false|null|$)/.test(start) || /^\{\s*(?:["}]|$)/.test(start);
}

/** A CSV has columns, or at least more than one line. */
function refuseProse(start: string, isWhole: boolean, settings: Pick<FeedSettings, 'type' | 'headers'>): void {
  if (settings.type === 'csv' || settings.headers) return;
  const hasColumns = /[,;\t|]/.test(start.slice(0, 4096).split(/[\r\n]/, 1)[0] ?? '');
  if (!hasColumns && (isWhole || start.length > 4096) && !/[\r\n]./.test(start.slice(0, 4096))) {
    throw new FeedError('plainText');
  }
}
