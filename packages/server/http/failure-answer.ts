import type { Envelope } from '#contract/envelope.ts';
import { errors } from '#contract/errors.ts';
import type { Failure } from '#server/fail.ts';

/** How a failure is answered, whoever answers it. Names of headers are in lower case. */
export function failureAnswer({ code, message, shown, problems }: Failure): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Envelope;
} {
  const seconds = problems[0]?.parameters?.seconds;
  return {
    status: errors[code].status,
    headers: { 'cache-control': 'no-store', ...(seconds !== undefined && { 'retry-after': String(seconds) }) },
    body: { err: 1, msg: message, data: shown, errors: problems },
  };
}
