import { mayLeave } from './may-leave.ts';
import { storeProject } from '#ui/state/tab.ts';

/** Selects another project for this tab. The page is reloaded, so that nothing of the former project stays anywhere. */
export async function switchProject(token: string, address = '/dashboard'): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  storeProject({ id: null, token });
  location.assign(address);
}
