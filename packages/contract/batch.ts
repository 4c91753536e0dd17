import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { batchLimits, batchPath } from './envelope.ts';

const Url = z.string().check(z.startsWith('/api/'), z.maxLength(batchLimits.urlCharacters));

const BatchedCall = z.object({
  method: z.enum(['GET', 'POST']),
  url: Url,
  /** JSON, as the call would send it; null with GET. */
  body: z.nullable(z.string().check(z.maxLength(batchLimits.bodyCharacters))),
});

/** Answers come when they are ready, one per line: the place of the call, the HTTP status and the envelope. */
export const callBatch = endpoint(`POST ${batchPath}`, {
  needs: 'user',
  beforeSecondFactor: true,
  onlyAsks: true,
  summary: 'Answers several reading calls, each as it would be by itself',
  input: z.object({
    calls: z.array(BatchedCall).check(z.minLength(1), z.maxLength(batchLimits.calls)),
    /** Without a selected project, the one that this call answers is. */
    selecting: z.optional(Url),
  }),
  file: 'text/plain',
});
