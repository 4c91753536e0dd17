import { redirect } from '@tanstack/react-router';
import { allows } from '#contract/permission.ts';
import { asCallError, noAnswerStatus } from '#console-kit/call-error.ts';
import { currentSession, endSession, isSignedIn } from '#console-kit/session.ts';
import { loadSession } from './load-session.ts';
import { loginAddress } from './login-address.ts';
import type { Screen } from './screens.tsx';

interface Arrival {
  readonly location: { readonly href: string };
  readonly cause: 'preload' | 'enter' | 'stay';
}

/** Before a screen is shown: the profile is loaded, and who may not open the screen is sent elsewhere. */
export async function guardScreen({ needs }: Pick<Screen, 'needs'>, { location, cause }: Arrival): Promise<void> {
  if (!isSignedIn()) throw leaveTo(loginAddress(location.href));
  if (cause === 'enter' || !currentSession()) await loadProfile(location.href);
  const session = currentSession();
  if (session && !allows(session.person, needs)) throw redirect({ to: '/dashboard' });
}

async function loadProfile(href: string): Promise<void> {
  try {
    await loadSession();
  } catch (error) {
    const { status } = asCallError(error);
    if (!isSignedIn()) return new Promise(() => {});
    if (status === noAnswerStatus) return loseConnection();
    const page = status === 503 ? 'error-5' : 'error-1';
    throw leaveTo(`/custom-error/${page}?${new URLSearchParams({ return: href })}`);
  }
}

/**
 * Without any answer the first check signs out, as people may no longer be who they were. Later ones keep what is known, so
 * that a short loss of the connection costs nobody their place: the screen itself then says what it could not load.
 */
function loseConnection(): Promise<void> | undefined {
  if (currentSession()) return undefined;
  endSession('unreachable');
  return new Promise(() => {});
}

/** Public pages stand outside of the router. */
const leaveTo = (href: string) => redirect({ href, reloadDocument: true });
