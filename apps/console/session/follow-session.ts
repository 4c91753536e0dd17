import { call } from '#ui/calls/api.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import {
  currentSession,
  type EndReason,
  endSession,
  onSessionElsewhere,
  onSessionEnd,
  resumeSession,
} from '#ui/state/session.ts';
import { tabSession } from '#ui/state/tab.ts';
import { createStore } from '#ui/state/store.ts';
import { verify } from '#features/account/session.contract.ts';
import { errorAddress, loginAddress } from './addresses.ts';

export interface EndedSession {
  readonly reason: EndReason;
  readonly href: string;
  readonly isOtherPerson: boolean;
}

export const endedSession = createStore<EndedSession | null>(null);

/** Leaves the page when the session ends, unless typed text would be lost. */
export function followSession(address: () => string): void {
  onSessionEnd((reason) => {
    if (hasUnsaved() && !isWish(reason)) endedSession.set({ reason, href: address(), isOtherPerson: false });
    else location.assign(endAddress(address(), reason));
  });
  onSessionElsewhere((token) => void follow(token, address));
}

const isWish = (reason: EndReason): boolean => reason === 'signedOut' || reason === 'deactivated';

const endAddress = (href: string, reason: EndReason): string =>
  reason === 'expired' && currentSession() ? errorAddress('sessionEnded', href) : loginAddress(href, reason);

async function follow(token: string | null, address: () => string): Promise<void> {
  if (token === tabSession()) return;
  if (token === null) return endSession('signedOutElsewhere');
  const person = currentSession()?.person.id;
  if (person !== undefined && (await personOf(token)) === person) {
    resumeSession(token);
    endedSession.set(null);
    return;
  }
  // Unsaved text stays until it is discarded, but can't be saved as another person.
  if (!hasUnsaved()) return location.reload();
  endSession('signedOutElsewhere');
  endedSession.set({ reason: 'signedOutElsewhere', href: address(), isOtherPerson: true });
}

const personOf = (token: string): Promise<number | null> =>
  call(verify, {}, { sessionToken: token }).then(
    ({ id }) => id,
    () => null,
  );
