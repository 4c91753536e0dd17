import { reportConsoleError } from '#features/general/console-errors/console-errors.contract.ts';
import { maskedText } from './masked-text.ts';
import type { App } from '#server/app.ts';
import { countAttempts } from '#server/http/attempts.ts';
import { serve } from '#server/serve.ts';

/** A broken page fails again and again; the first times tell enough. */
export const reportsPerAddressAndMinute = 20;
/** The log stays readable, and the disk has room, whoever sends. */
export const reportsPerMinute = 100;
const everybody = '';

/** Errors of the console go into the log of this server, and nowhere else. */
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
