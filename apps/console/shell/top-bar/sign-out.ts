import { call } from '#ui/calls/api.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { endSession } from '#ui/state/session.ts';
import { logout } from '#features/account/account.contract.ts';

/** Ends the session on the server and in all tabs; without an answer, here alone. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  await call(logout, {}).catch(() => undefined);
  endSession('signedOut');
}
