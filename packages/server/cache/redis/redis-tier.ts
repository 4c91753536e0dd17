import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Answer, type AnswerOrigin, idOfKey, lifeMilliseconds, projectOfTag, type Tag } from '#server/cache/answer.ts';
import type { LookedFor, LookedUp, SecondTier } from '#server/cache/second-tier.ts';
import {
  redisLargestAnswerBytes,
  redisListedAnswers,
  redisPurgeMilliseconds,
  redisRowsMilliseconds,
  redisTagMilliseconds,
} from './redis-limits.ts';
import { type RedisClient, redisLink, type RedisLink } from './redis-link.ts';
import { keepScript, listScript, lookUpScript, purgeScript, readScript } from './redis-scripts.ts';
import type { RedisSettings } from './redis-settings.ts';
import type { KeptRow, KeptRows } from '#server/cache/kept-rows.ts';

/** Another one whenever what is kept has another form. */
const form = 1;

/** Begin with the installation, so several share a Redis, and with the version, as another may answer otherwise. */
function redisNames(installation: string, version: string) {
  const ours = `aisle:${form}:${version}:${installation}`;
  return {
    /** Where servers tell each other what is purged. Redis has one for all of its databases. */
    channel: `${ours}:purges`,
    answer: (id: string): string => `${ours}:answer:${id}`,
    /** What stands there is another text after each purge. */
    tag: (tag: Tag): string => `${ours}:tag:${tag}`,
    /** Ids of the answers of a project by when they end. */
    answersOf: (projectId: number): string => `${ours}:answers:${projectId}`,
  };
}
type RedisNames = ReturnType<typeof redisNames>;

interface TierOptions {
  readonly settings: RedisSettings;
  /** Of the database: what others keep in the same Redis is not ours. */
  readonly installation: string;
  readonly version: string;
  readonly log: FastifyBaseLogger;
}

const none: LookedUp = { found: null, keep: () => undefined };

/**
 * Answers that several servers keep together in Redis, and what they tell each other of purges. How old an answer is says Redis's clock
 * alone. An answer is one as long as the texts under its tags are those from before it was made; a purge takes them away.
 */
export function redisTier({ settings, installation, version, log }: TierOptions): SecondTier {
  const names = redisNames(installation, version);
  const self = randomUUID();
  let askCount = 0;
  let purgeListener: (tag: Tag) => void = () => undefined;
  let missedListener: () => void = () => undefined;
  /** What Redis hasn't confirmed, each with the purge that came last. */
  const untold = new Map<Tag, symbol>();

  const link = redisLink({
    settings,
    log,
    channel: names.channel,
    onMessage(text) {
      const [from, tag] = JSON.parse(text) as [string, Tag];
      if (from !== self) purgeListener(tag);
    },
    async onJoined(client) {
      for (const tag of untold.keys()) await tellPurge(client, tag);
      missedListener();
    },
  });

  async function tellPurge(client: RedisClient, tag: Tag): Promise<void> {
    const newest = untold.get(tag);
    await client.run(purgeScript, [names.tag(tag)], [names.channel, JSON.stringify([self, tag])]);
    if (untold.get(tag) === newest) untold.delete(tag);
  }

  async function lookUp(asked: LookedFor): Promise<LookedUp> {
    if (!link.canAsk) return none;
    const keys = [names.answer(idOfKey(asked.key)), ...asked.tags.map(names.tag)];
    const unique = `${self} ${(askCount += 1)}`;
    const askedAt = performance.now();
    try {
      const [now, purges, madeAt, beside, json] = (await link.ask((client) =>
        client.run(lookUpScript, keys, [asked.version, unique, String(redisTagMilliseconds)]),
      )) as LookUpReply;
      const repliedAt = performance.now();
      const keep = (answer: Answer): void =>
        // Redis's clock has moved on since it replied; rather a moment less than one too many.
        void share(asked, keys, { answer, purges, madeAt: now + performance.now() - repliedAt }).catch(() => undefined);
      if (json === undefined) return { found: null, keep };
      const ageMilliseconds = now - Number(madeAt) + repliedAt - askedAt;
      const answer = { json, beside: JSON.parse(String(beside)) as unknown };
      return { found: ageMilliseconds < lifeMilliseconds(asked) ? { answer, ageMilliseconds } : null, keep };
    } catch {
      // Whatever it is, the answer is made without Redis; the link tells what is wrong with it.
      return none;
    }
  }

  interface Made {
    readonly answer: Answer;
    readonly purges: Buffer;
    readonly madeAt: number;
  }

  async function share(asked: LookedFor, keys: readonly string[], { answer, purges, madeAt }: Made): Promise<void> {
    if (!link.canAsk || answer.json.length > redisLargestAnswerBytes) return;
    const { key, version: made, tags, ttlSeconds, origin } = asked;
    const [answerKey = '', ...tagKeys] = keys;
    const from = Math.floor(madeAt);
    const list = names.answersOf(projectOfTag(tags[0]!));
    await link.ask((client) =>
      client.run(
        keepScript,
        [answerKey, list, ...tagKeys],
        [
          purges,
          String(from),
          String(from + lifeMilliseconds(asked)),
          String(redisTagMilliseconds),
          idOfKey(key),
          String(redisListedAnswers),
          origin === null ? '0' : '1',
          ...Object.entries({
            version: made,
            key,
            tags: tagKeys.join('\n'),
            ttl: String(ttlSeconds),
            origin: JSON.stringify(origin),
            beside: JSON.stringify(answer.beside),
            json: answer.json,
          }).flat(),
        ],
      ),
    );
  }

  return {
    lookUp,
    async purge(tag) {
      untold.set(tag, Symbol(tag));
      // Where it can't be told now, it is once Redis is back.
      await link.ask((client) => tellPurge(client, tag), redisPurgeMilliseconds).catch(() => undefined);
    },
    onPurge: (listener) => void (purgeListener = listener),
    onMissed: (listener) => void (missedListener = listener),
    rows: redisRows(link, names),
    state: () => link.state,
    close: link.close,
  };
}

/** Redis's clock, what stands under the tags, and the answer where there is one: when it was made, what stands beside it, and itself. */
type LookUpReply = readonly [number, Buffer, Buffer?, Buffer?, Buffer?];

type ListReply = readonly [number, ...(readonly Buffer[])[]];

/** Answers of a project that Redis has; none while it can't be asked. */
function redisRows(link: RedisLink, names: RedisNames): KeptRows {
  return {
    async list(projectId) {
      const asked = link.ask(
        (client) => client.run(listScript, [names.answersOf(projectId)], [names.answer('')]),
        redisRowsMilliseconds,
      );
      const [now, ...rows] = ((await asked.catch(() => null)) ?? [0]) as ListReply;
      return rows.map((row) => rowOf(now, row.map(String)));
    },

    async json(projectId, id) {
      const asked = link.ask(
        (client) => client.run(readScript, [names.answersOf(projectId), names.answer(id)], [id]),
        redisRowsMilliseconds,
      );
      return (await asked.catch(() => null)) as Buffer | null;
    },
  };
}

function rowOf(now: number, [id = '', madeAt, ttl, bytes, origin = '', key = '']: readonly string[]): KeptRow {
  return {
    id,
    key,
    ...(JSON.parse(origin) as AnswerOrigin),
    ageSeconds: Math.max(0, (now - Number(madeAt)) / 1000),
    ttlSeconds: Number(ttl),
    bytes: Number(bytes),
  };
}
