import { FeedError } from '#feeds/feed-error.ts';
import type { FeedRecord, RecordBatches } from '#feeds/feed-record.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

/** What Liquid, Twig, Jinja, ERB, PHP and Velocity put where a value will be. */
const placeholder = /^\s*(?:\{\{.+\}\}|\{%.+%\}|<%.+%>|<\?(?:php|=).+\?>|\$\{.+\}|#\{.+\})\s*$/s;

/**
 * Refuses the template of a feed, of which the shop makes the feed itself: each of its items has placeholders instead of values.
 * @throws FeedError `template`
 */
export function refuseTemplates(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (sampled) => {
    const found = sampled.map(placeholderOf);
    const [first] = found;
    if (typeof first === 'string' && found.every((value) => value !== null)) throw new FeedError('template', { value: first });
    return null;
  });
}

function placeholderOf({ fields }: FeedRecord): string | null {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string' && placeholder.test(value)) return value.trim();
  }
  return null;
}
