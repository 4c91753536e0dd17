import { call } from '#ui/calls/api.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { Withdrawn } from '#ui/form/record-form.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { Project } from '#features/owner/projects/projects.contract.ts';
import { type ProjectSettings, readLanguageCost } from '#features/owner/projects/settings/project-settings.contract.ts';

/** Asks about changes that cost something, before they are saved. Throws `Withdrawn` where the person thinks better of one. */
export function useSettingQuestions({ id, language, active }: Project): (wanted: ProjectSettings) => Promise<void> {
  const askLanguage = async () => {
    const { item_count: count, seconds } = await call(readLanguageCost, { id });
    if (count === 0) return true;
    return confirm({
      title: t('Change the language?'),
      text:
        seconds === null
          ? t('All {count} items are analysed again. Search keeps running.', { count })
          : t('All {count} items are analysed again (about {duration}). Search keeps running.', {
              count,
              duration: formats.duration(seconds),
            }),
      confirmLabel: t('Change language'),
    });
  };
  const askRest = () =>
    confirm({
      title: t('Deactivate the project?'),
      text: t('Your shop gets no answers and imports stop.'),
      confirmLabel: t('Deactivate project'),
      isDanger: true,
    });
  return async (wanted) => {
    if (wanted.language !== language && !(await askLanguage())) throw new Withdrawn();
    if (active && !wanted.active && !(await askRest())) throw new Withdrawn();
  };
}
