import { FeedError } from '#feeds/feed-error.ts';
import type { FeedSettings, FeedType } from '#feeds/feed-settings.ts';
import { afterProlog } from '#feeds/xml/xml-prolog.ts';

/**
 * Tells XML, JSON and CSV apart by the beginning of the decoded text. What the bytes show wins over what was said.
 * @throws FeedError `webPage`, `yaml`, `textAnswer`, `plainText` for what is no feed.
 */
export function sniffType(
  head: string,
  isWhole: boolean,
  settings: Pick<FeedSettings, 'type' | 'headers' | 'contentType'>,
): FeedType {
  const start = head.trimStart();
  if (start.startsWith('<')) {
    refuseHtml(start);
    return 'xml';
  }
  if (looksLikeJson(start)) return 'json';
  const isSaidToBeXml = settings.type === 'xml' || /xml/i.test(settings.contentType ?? '');
  if (isSaidToBeXml && /^[^<]{0,2000}<(?:\?xml|[a-z])/i.test(start)) return 'xml';
  refuseYaml(start, settings);
  refuseProse(start, isWhole, settings);
  return 'csv';
}

function refuseHtml(start: string): void {
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(afterProlog(start))) throw new FeedError('webPage');
}

function looksLikeJson(start: string): boolean {
  return /^\[\s*(?:[[\]{"\d-]|true|false|null|$)/.test(start) || /^\{\s*(?:["}]|$)/.test(start);
}

/** Lists of `- key: value`, or several lines in a row with a key and nothing that could be a column. */
function refuseYaml(start: string, settings: Pick<FeedSettings, 'type' | 'headers'>): void {
  if (settings.type === 'csv' || settings.headers) return;
  const lines = start
    .slice(0, 4096)
    .split('\n', 40)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const hasItems = lines.some((line) => /^\s*- (?:&\S+|[\w-]+:(?:\s|$))/.test(line));
  const keyed = lines.filter((line) => /^\s*(?:- )?[\w-]+:(?:\s|$)/.test(line)).length;
  if (hasItems && keyed * 2 > lines.length) throw new FeedError('yaml');
}

/** How many lines of a text without columns are enough to say that it has none. */
const leastLines = 3;

/** A CSV has columns, or a header that is known, or at least one word per line. */
function refuseProse(start: string, isWhole: boolean, settings: Pick<FeedSettings, 'type' | 'headers'>): void {
  if (settings.type === 'csv' || settings.headers) return;
  const lines = start
    .slice(0, 4096)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const hasColumns = (line: string) => /[,;\t|]/.test(line);
  const isOneLine = lines.length < 2 && (isWhole || start.length > 4096);
  const isProse = lines.length >= leastLines && !lines.some(hasColumns) && lines.some((line) => /\S\s+\S+\s+\S/.test(line));
  if (hasColumns(first)) return;
  // What it says is not told: whoever may enter addresses could read by it what hosts answer to this server alone.
  if (isOneLine) throw new FeedError('textAnswer');
  if (isProse) throw new FeedError('plainText');
}
