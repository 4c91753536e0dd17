import { call } from '#ui/calls/api.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { endSession } from '#ui/state/session.ts';
import { logout } from '#features/account/account.contract.ts';

/** Ends the session on the server and in all tabs. Without an answer it still ends here. What is typed is given up only when the person says so. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  await call(logout, {}).catch(() => undefined);
  endSession('signedOut');
}
