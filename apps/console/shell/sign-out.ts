import { call } from '#console-kit/api.ts';
import { endSession } from '#console-kit/session.ts';
import { logout } from '#features/account/account.contract.ts';

/** Ends the session on the server and here. Without an answer it still ends here. */
export async function signOut(): Promise<void> {
  await call(logout, {}).catch(() => undefined);
  endSession('signedOut');
}
