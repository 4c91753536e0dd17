import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import type { App } from '#server/app/app.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import { serve } from '#server/app/serve.ts';

/** E-mail addresses, queries and fragments of URLs, and tokens. Firefox writes stack frames as `name@https://…`. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi, '•••@•••'],
  [/(https?:\/\/[^\s"'<>()?#]{1,500})[?#][^\s"'<>()]*/gi, '$1'],
  [/(?=[\w-]*\d)[\w-]{30,}/g, '•••'],
];
/** No terminal control sequences. */
const controls = /[[\p{Cc}\p{Cf}]--[\n]]/gv;

export const maskedText = (text: string): string =>
  secrets.reduce((masked, [pattern, mask]) => masked.replaceAll(pattern, mask), text.replaceAll(controls, ' '));

/** A broken page repeats itself. */
export const reportsPerAddressAndMinute = 20;
/** From all addresses together. */
export const reportsPerMinute = 100;
const everybody = '';

/** Logged on this server, sent nowhere else. */
export function serveConsoleErrors(app: App): void {
  const byAddress = countAttempts({ maximum: reportsPerAddressAndMinute, windowSeconds: 60 });
  const byAll = countAttempts({ maximum: reportsPerMinute, windowSeconds: 60 });

  serve(app, reportConsoleError, ({ kind, message, stack, path }, { address, agent }) => {
    byAddress.take(address);
    byAll.take(everybody);
    const said = { message: maskedText(message), stack: maskedText(stack), path: maskedText(path) };
    app.http.log.error({ console: { kind, ...said, agent: maskedText(agent) } }, 'The console has failed');
    return {};
  });
}
