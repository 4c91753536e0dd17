import { FeedError } from '#feeds/feed-error.ts';
import type { FeedSettings, FeedType } from '#feeds/feed-settings.ts';
import { plainText } from '#feeds/values/plain-text.ts';

/** The text wins over settings and headers. @throws FeedError `webPage`, `yaml`, `textAnswer`, `plainText` */
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
  if (/^[^<]{0,2000}<\?xml\s/i.test(start) || (isSaidToBeXml && /^[^<]{0,2000}<[a-z]/i.test(start))) return 'xml';
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

/** Lists of `- key: value`, or keyed lines without columns. */
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

const leastLines = 3;

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
  // Not quoted: otherwise anyone who may enter addresses could read internal responses.
  if (isOneLine) throw new FeedError('textAnswer');
  if (isProse) throw new FeedError('plainText');
}

const maxShownChars = 120;
const errorKeys = ['error', 'errors', 'message', 'detail', 'error_description', 'title', 'description', 'msg', 'reason'];
const maxErrorFields = 8;

/**
 * Errors in JSON or XML, sitemaps, robots.txt.
 * @param isWhole only a whole JSON document can be an error.
 * @throws FeedError `errorAnswer`, `sitemap`, `robots`
 */
export function refuseAnswers(head: string, isWhole: boolean): void {
  const start = head.trimStart().slice(0, 4096);
  if (/^user-agent:/im.test(start) && /^(?:(?:dis)?allow|sitemap):/im.test(start)) throw new FeedError('robots');
  if (start.startsWith('<')) refuseXml(start);
  else if (isWhole && start.startsWith('{')) refuseJson(head);
}

function refuseXml(start: string): void {
  const root = /^<(?:\w+:)?(\w+)/.exec(afterProlog(start))?.[1]?.toLowerCase() ?? '';
  if (root === 'urlset' || root === 'sitemapindex') throw new FeedError('sitemap');
  if (!/^(?:errors?|fault|exception)$/.test(root) && !/<(?:\w+:)?fault[\s>]/i.test(start)) return;
  const message = /<(?:\w+:)?(?:message|faultstring|description|text|detail)\b[^>]*>([\s\S]*?)<\//i.exec(start)?.[1] ?? start;
  throw new FeedError('errorAnswer', { message: shown(message) });
}

function refuseJson(text: string): void {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return;
  }
  const fields = Object.entries(answer as Record<string, unknown>);
  const isError = fields.some(([key]) => /^errors?$|^err(?:or)?_?(?:code|message)$|^faultstring$/i.test(key));
  const isStatus = fields.some(([key, value]) => /^(?:status|code|statusCode)$/i.test(key) && Number(value) >= 400);
  if ((!isError && !isStatus) || fields.length > maxErrorFields || listsItems(fields)) return;
  throw new FeedError('errorAnswer', { message: shown(messageOf(answer, 0) ?? text) });
}

function listsItems(fields: readonly (readonly [string, unknown])[]): boolean {
  return fields.some(([key, value]) => Array.isArray(value) && value.length > 0 && !/^(?:errors?|messages?)$/i.test(key));
}

function messageOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return null;
  if (Array.isArray(value)) return messageOf(value[0], depth + 1);
  const texts = errorKeys.flatMap((key) => messageOf((value as Record<string, unknown>)[key], depth + 1) ?? []);
  return texts.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function shown(text: string): string {
  const plain = plainText(text);
  return plain.length > maxShownChars ? `${plain.slice(0, maxShownChars)}…` : plain;
}

const maxPrologChars = 4096;

const afterProlog = (start: string): string => start.slice(0, maxPrologChars).replace(/^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->)+/, '');

type BinaryKind = 'workbook' | 'archive' | 'pdf' | 'plainText' | 'picture' | 'binaryFile';

const marks: readonly (readonly [RegExp, BinaryKind])[] = [
  [/^PK\u0003\u0004[\s\S]*(?:xl\/|\[Content_Types\]\.xml|opendocument\.spreadsheet)/, 'workbook'],
  [/^\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1/, 'workbook'],
  [/^PK(?:\u0003\u0004|\u0005\u0006)|^Rar!\u001a|^7z\u00bc\u00af|^BZh\d|^\u00fd7zXZ/, 'archive'],
  [/^%PDF-/, 'pdf'],
  // Documents of word processors.
  [/^\{\\rtf/, 'plainText'],
  [
    /^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8|^RIFF[\s\S]{4}WEBP|^BM[\s\S]{4}\u0000\u0000\u0000\u0000|^II\*\u0000|^MM\u0000\*/,
    'picture',
  ],
  [/^\u007fELF|^MZ[\u0000-\u00ff]{2}|^SQLite format 3/, 'binaryFile'],
];

const markBytes = 4096;

/** @throws FeedError unless it can be text */
export function refuseBinary(head: Uint8Array): void {
  const kind = kindOf(head);
  if (kind) throw new FeedError(kind);
}

export function isWorkbook(head: Uint8Array): boolean {
  return kindOf(head) === 'workbook';
}

function kindOf(head: Uint8Array): BinaryKind | undefined {
  const start = Buffer.from(head.subarray(0, markBytes)).toString('latin1').trimStart();
  return marks.find(([mark]) => mark.test(start))?.[1];
}
