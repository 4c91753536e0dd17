import { confirm } from './confirm.tsx';
import { currentLanguage, translatorOf } from './i18n.ts';
import { forgetUnsaved, hasUnsaved } from './unsaved.ts';

/** Asks when unsaved changes would be lost, and answers whether to go on. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true;
  const t = translatorOf(currentLanguage());
  const isLeaving = await confirm({
    title: t('Leave without saving?'),
    text: t('Your changes were not saved and will be lost.'),
    confirmLabel: t('Discard changes'),
    isDanger: true,
  });
  if (isLeaving) forgetUnsaved();
  return isLeaving;
}
