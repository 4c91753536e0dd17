import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { maskedText } from './masked-text.ts';
import type { App } from '#server/app/app.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import { serve } from '#server/app/serve.ts';

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
