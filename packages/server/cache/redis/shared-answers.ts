import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { maximumGraceSeconds, maximumTtlSeconds } from '#contract/limits.ts';
import {
  type Answer,
  type CacheKey,
  idOfKey,
  lifeMilliseconds,
  type LookedUp,
  type SharedAnswers,
  type Tag,
} from '#server/cache/answer-cache.ts';
import { redisLink, type SendToRedis } from './redis-link.ts';
import type { RedisSettings } from './redis-settings.ts';

/** Changes with the format of what is stored. */
const form = 2;
/** How long a purge waits for Redis; later it is repeated once Redis is back. */
const purgeMilliseconds = 1_000;
/** Larger answers are not shared. */
const largestAnswerBytes = 1024 * 1024;
/** No answer lives longer than its tags' marks. */
const markMilliseconds = 2 * (maximumTtlSeconds + maximumGraceSeconds) * 1000;

interface SharedOptions {
  readonly settings: RedisSettings;
  /** Id of the database: installations and versions share a Redis without sharing answers. */
  readonly installation: string;
  readonly version: string;
  readonly log: FastifyBaseLogger;
}

const none: LookedUp = { found: null, keep: () => undefined };

/**
 * Answers that servers share in Redis. Each tag has a random mark there, and an answer's id is a hash of its key, version and marks: a purge
 * deletes the mark, so older answers are never found again and expire. Age and expiry are by Redis's clock alone.
 */
export function sharedAnswers({ settings, installation, version, log }: SharedOptions): SharedAnswers {
  const ours = `aisle:${form}:${version}:${installation}`;
  const channel = `${ours}:purges`;
  const self = randomUUID();
  let purgeListener: (tag: Tag) => void = () => undefined;
  let missedListener: () => void = () => undefined;
  /** Purges that Redis hasn't confirmed, with the latest of each tag. */
  const unconfirmed = new Map<Tag, symbol>();

  const link = redisLink({
    settings,
    log,
    channel,
    onMessage(text) {
      const [from, tag] = JSON.parse(text) as [string, Tag];
      if (from !== self) purgeListener(tag);
    },
    async onJoined(send) {
      for (const tag of unconfirmed.keys()) await purgeIn(send, tag);
      missedListener();
    },
  });

  async function purgeIn(send: SendToRedis, tag: Tag): Promise<void> {
    const latest = unconfirmed.get(tag);
    await Promise.all([send('UNLINK', `${ours}:tag:${tag}`), send('PUBLISH', channel, JSON.stringify([self, tag]))]);
    if (unconfirmed.get(tag) === latest) unconfirmed.delete(tag);
  }

  async function marksOf(send: SendToRedis, tags: readonly Tag[]): Promise<string> {
    const names = tags.map((tag) => `${ours}:tag:${tag}`);
    const marks = (await send('MGET', ...names)) as readonly (Buffer | null)[];
    if (!marks.includes(null)) return marks.join(' ');
    await Promise.all(names.map((name) => send('SET', name, randomUUID(), 'NX', 'PX', String(markMilliseconds))));
    return ((await send('MGET', ...names)) as readonly (Buffer | null)[]).join(' ');
  }

  async function lookUpIn(send: SendToRedis, asked: CacheKey): Promise<LookedUp> {
    const askedAt = performance.now();
    const marks = await marksOf(send, asked.tags);
    const life = lifeMilliseconds(asked);
    const name = `${ours}:answer:${idOfKey(JSON.stringify([asked.key, asked.version, asked.ttlSeconds, asked.graceSeconds, marks]))}`;
    const [stored, endsIn, time] = (await Promise.all([send('GET', name), send('PTTL', name), send('TIME')])) as [
      Buffer | null,
      number,
      readonly Buffer[],
    ];
    const repliedAt = performance.now();
    const keep = ({ json, beside }: Answer): void => {
      if (json.length > largestAnswerBytes) return;
      // Redis's clock has moved on since it replied: rather expire a moment too early.
      const now = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000 + performance.now() - repliedAt);
      const text = Buffer.concat([Buffer.from(`${JSON.stringify(beside)}\n`), json]);
      void link.ask((again) => again('SET', name, text, 'PXAT', String(now + life))).catch(() => undefined);
    };
    const ageMilliseconds = life - endsIn + repliedAt - askedAt;
    if (stored === null || endsIn < 0 || ageMilliseconds >= life) return { found: null, keep };
    const end = stored.indexOf('\n');
    const answer = { beside: JSON.parse(stored.subarray(0, end).toString()) as unknown, json: stored.subarray(end + 1) };
    return { found: { answer, ageMilliseconds }, keep };
  }

  return {
    // The link logs what is wrong; the answer is made without Redis.
    lookUp: (asked) => link.ask((send) => lookUpIn(send, asked)).catch(() => none),
    async purge(tag) {
      unconfirmed.set(tag, Symbol(tag));
      await link.ask((send) => purgeIn(send, tag), purgeMilliseconds).catch(() => undefined);
    },
    onPurge: (listener) => void (purgeListener = listener),
    onMissed: (listener) => void (missedListener = listener),
    state: link.state,
    close: link.close,
  };
}
