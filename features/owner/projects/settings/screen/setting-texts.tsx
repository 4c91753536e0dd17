import { languageName } from '#contract/texts/languages.ts';
import type { FieldNames, RecordFormState } from '#ui/form/record-form.ts';
import { t } from '#ui/text/i18n.ts';
import { projectTypeNames } from '#features/owner/projects/screen/project-type.picker.tsx';
import type { ProjectSettings } from '#features/owner/projects/settings/project-settings.contract.ts';

export type SettingsForm = RecordFormState<typeof ProjectSettings>;
export type SettingName = keyof ProjectSettings;

export function useSettingNames(): FieldNames<typeof ProjectSettings> {
  return {
    name: t('Name'),
    url: t('Website address'),
    language: t('Language'),
    time_zone: t('Time zone'),
    active: t('Active'),
    type: t('Project type'),
    visitor_calls_per_second: t('Calls of one visitor a second'),
    project_calls_per_second: t('Calls of all visitors a second'),
  };
}

export function useSettingWords(): (settings: ProjectSettings, name: SettingName) => string {
  return (settings, name) => {
    if (name === 'language') return languageName(settings.language);
    if (name === 'active') return settings.active ? t('Yes') : t('No');
    return name === 'type' ? t(projectTypeNames[settings.type]) : String(settings[name] ?? t('As usual on this server'));
  };
}
