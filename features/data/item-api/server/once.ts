import { setTimeout as sleep } from 'node:timers/promises';
import type { apiRequestStore } from './api-requests.store.ts';
import { keptAnswerHours } from '#features/data/item-api/item-api.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';

/** How long a repeated request waits for the first one to be answered. */
const waitSeconds = 10;
const lookMilliseconds = 50;
/** How often a claim is renewed, and after how long it counts as abandoned. */
const usualTouchMilliseconds = 10_000;
const abandonedSeconds = 60;

interface NamedRequest {
  readonly project: ProjectScope;
  readonly key: string;
  readonly bodyHash: string;
}

interface OnceOptions {
  readonly now?: () => number;
  readonly touchMilliseconds?: number;
}

/**
 * Runs work once per key, on all servers; others get the same answer. Failed work may be retried. Throws `idempotencyKeyReused`
 * and `requestRunning`.
 */
export async function once(
  requests: ReturnType<typeof apiRequestStore>,
  { project, key, bodyHash }: NamedRequest,
  work: () => Promise<string>,
  { now = Date.now, touchMilliseconds = usualTouchMilliseconds }: OnceOptions = {},
): Promise<string> {
  const begin = async (): Promise<string> => {
    const heart = setInterval(() => void requests.touch(project, key, now()).catch(() => undefined), touchMilliseconds);
    try {
      const answer = await work();
      await requests.answer(project, key, answer);
      return answer;
    } catch (error) {
      await requests.forget(project, key);
      throw error;
    } finally {
      clearInterval(heart);
    }
  };
  await requests.forgetOlder(now() - keptAnswerHours * 3_600_000);
  const deadline = now() + waitSeconds * 1000;
  for (;;) {
    if (await requests.claim(project, key, bodyHash, now())) return begin();
    const known = await requests.find(project, key);
    if (known && known.body_hash !== bodyHash) throw fail('idempotencyKeyReused', { hours: keptAnswerHours });
    if (known?.answer) return known.answer;
    const isAbandoned = known !== undefined && known.created_at < now() - abandonedSeconds * 1000;
    if (isAbandoned && (await requests.takeOver(project, key, known.created_at, now()))) return begin();
    if (now() > deadline) throw fail('requestRunning');
    await sleep(lookMilliseconds);
  }
}
