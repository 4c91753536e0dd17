import { FeedError } from '#feeds/feed-error.ts';
import { plainText } from '#feeds/values/plain-text.ts';
import { afterProlog } from '#feeds/xml/xml-prolog.ts';

const maxShownChars = 120;
/** Names under which interfaces say what went wrong. */
const errorKeys = ['error', 'errors', 'message', 'detail', 'error_description', 'title', 'description', 'msg', 'reason'];
/** An error says little; what has more fields is an item or a feed. */
const maxErrorFields = 8;

/**
 * Refuses what hosts send in place of a feed: errors as JSON or XML, sitemaps, rules for robots.
 * @param isWhole whether the text is all there is. Only then can a JSON document be an error.
 * @throws FeedError `errorAnswer`, `sitemap`, `robots`.
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

/** A list of errors is no list of items; any other one may be. */
function listsItems(fields: readonly (readonly [string, unknown])[]): boolean {
  return fields.some(([key, value]) => Array.isArray(value) && value.length > 0 && !/^(?:errors?|messages?)$/i.test(key));
}

function messageOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return null;
  if (Array.isArray(value)) return messageOf(value[0], depth + 1);
  const texts = errorKeys.flatMap((key) => messageOf((value as Record<string, unknown>)[key], depth + 1) ?? []);
  // `unauthorized` says less than `The key is missing.`
  return texts.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function shown(text: string): string {
  const plain = plainText(text);
  return plain.length > maxShownChars ? `${plain.slice(0, maxShownChars)}…` : plain;
}
