import { idOfKey, lifeMilliseconds } from './answer.ts';
import type { AnswerStore, StoredAnswer } from './answer-store.ts';
import type { KeptRow, KeptRows } from './kept-rows.ts';

/** More are not told: making a list of them would hold up calls. */
const mostRows = 1_000;

/** Answers of a project in this process's memory. `now` is the clock that they were made by. */
export function rowsInMemory(store: AnswerStore, now: () => number): KeptRows {
  function* all(projectId: number): Generator<readonly [string, StoredAnswer]> {
    for (const one of store.tagged(`project ${projectId}`))
      if (one[1].origin !== null && now() - one[1].madeAt < lifeMilliseconds(one[1])) yield one;
  }

  const rowOf = ([key, { answer, origin, madeAt, ttlSeconds }]: readonly [string, StoredAnswer]): KeptRow[] =>
    origin === null
      ? []
      : [{ id: idOfKey(key), key, ...origin, ageSeconds: (now() - madeAt) / 1000, ttlSeconds, bytes: answer.json.length }];

  return {
    // The set of a tag is in the order in which answers came, so the newest are its last.
    list: (projectId) => Promise.resolve([...all(projectId)].slice(-mostRows).flatMap(rowOf)),
    json: (projectId, id) => Promise.resolve([...all(projectId)].find(([key]) => idOfKey(key) === id)?.[1].answer.json ?? null),
  };
}
