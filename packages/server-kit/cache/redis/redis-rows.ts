import type { AnswerOrigin } from '#server-kit/cache/answer.ts';
import type { KeptRow, KeptRows } from '#server-kit/cache/kept-rows.ts';
import { redisRowsMilliseconds } from './redis-limits.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisNames } from './redis-names.ts';
import { listScript, readScript } from './redis-scripts.ts';

type ListReply = readonly [number, ...(readonly Buffer[])[]];

/** Answers of a project that Redis has; none while it can't be asked. */
export function redisRows(link: RedisLink, names: RedisNames): KeptRows {
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
