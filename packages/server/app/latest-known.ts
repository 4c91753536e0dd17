import { LRUCache } from 'lru-cache';
import { SearchDownError } from '#engine/port-errors.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { withinPatience } from '#server/db/last-known.ts';

/** Of so many calls is remembered what was live when they came last. */
const rememberedCalls = 50_000;

const isAway = (error: unknown): boolean => error instanceof SearchDownError || error instanceof DatabaseDownError;

/** While engine and database don't answer, or not within a call's wait, it is what they answered last. */
export function latestKnown() {
  const latest = new LRUCache<string, object>({ max: rememberedCalls });
  /** What takes longer to ask for than a call waits. */
  const slow = new Set<string>();

  return async function known<Known extends object>(key: string, ask: () => Promise<Known>): Promise<Known> {
    const last = latest.get(key) as Known | undefined;
    if (last !== undefined && slow.has(key)) return last;
    const asked = ask().then((value) => {
      latest.set(key, value);
      return value;
    });
    if (last === undefined) return asked;
    const answered = asked.catch((error: unknown) => {
      if (isAway(error)) return last;
      throw error;
    });
    return withinPatience(answered, last, () => {
      slow.add(key);
      const end = (): boolean => slow.delete(key);
      asked.then(end, end);
    });
  };
}
