import { consoleErrorLengths, consoleErrorsPath } from '#contract/limits.ts';
import { CallError } from '#ui/calls/api.ts';
import { onFailure } from './failure.tsx';
import { isLoadingFailure } from '#apps/console/loading.ts';

/** Share of page loads whose errors are reported, 0 to 1. */
const sampleRate = 1;
const mostReports = 10;

export function reportErrors(): () => void {
  if (Math.random() >= sampleRate) return () => undefined;
  const known = new Set<string>();
  const report = (kind: 'uncaught' | 'drawing', error: unknown) => {
    if (!isOurs(error) || known.size >= mostReports) return;
    const { message, stack } = describe(error);
    if (known.has(stack)) return;
    known.add(stack);
    send({
      kind: isLoadingFailure(error) ? 'loading' : kind,
      message,
      stack,
      path: location.pathname.slice(0, consoleErrorLengths.path),
    });
  };
  const uncaught = (event: ErrorEvent) => report('uncaught', event.error);
  const rejected = (event: PromiseRejectionEvent) => report('uncaught', event.reason);
  window.addEventListener('error', uncaught);
  window.addEventListener('unhandledrejection', rejected);
  onFailure((error) => report('drawing', error));
  return () => {
    window.removeEventListener('error', uncaught);
    window.removeEventListener('unhandledrejection', rejected);
    onFailure(() => undefined);
  };
}

/** Calls are logged by the server, cancellations are wanted, and browser extensions aren't ours. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof CallError || error.name === 'AbortError') return false;
  return !/\b[a-z-]+-extension:\/\//.test(error.stack ?? '');
}

function describe(error: unknown): { readonly message: string; readonly stack: string } {
  const { name, message, stack } = error as Error;
  const said = `${name}: ${message}`.slice(0, consoleErrorLengths.message);
  return { message: said, stack: (stack ?? said).slice(0, consoleErrorLengths.stack) };
}

function send(report: object): void {
  const body = JSON.stringify(report);
  fetch(consoleErrorsPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(
    () => undefined,
  );
}
