import { mayLeave } from './may-leave.ts';
import { storeProject } from '#ui/state/tab.ts';

/** Reloads the page, so that no state of the former project remains. */
export async function switchProject(token: string, address = '/dashboard'): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  storeProject({ id: null, token });
  location.assign(address);
}
