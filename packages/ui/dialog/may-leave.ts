import { confirm } from './confirm.tsx';
import { t } from '#ui/text/i18n.ts';
import { forgetUnsaved, hasUnsaved } from '#ui/state/unsaved.ts';
import { storeProject } from '#ui/state/tab.ts';

/** Resolves to whether to leave. A page's own draft is lost only with the page. */
export async function mayLeave({ isOtherPage = false }: { readonly isOtherPage?: boolean } = {}): Promise<boolean> {
  if (!hasUnsaved(isOtherPage)) return true;
  const isLeaving = await confirm({
    title: t('Leave without saving?'),
    text: t('Your changes were not saved and will be lost.'),
    confirmLabel: t('Discard changes'),
    cancelLabel: t('Keep editing'),
    isDanger: true,
  });
  if (isLeaving) {
    forgetUnsaved();
    if (isOtherPage) forgetUnsaved('page');
  }
  return isLeaving;
}

/** Reloads the page, so that no state of the former project remains. */
export async function switchProject(token: string, address = '/dashboard'): Promise<void> {
  if (!(await mayLeave({ isOtherPage: true }))) return;
  storeProject({ id: null, token });
  location.assign(address);
}
