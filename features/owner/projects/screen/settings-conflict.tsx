import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { readProject } from '#features/owner/projects/projects.contract.ts';
import type { ProjectSettings } from '#features/owner/projects/project-settings.contract.ts';
import { languageName } from '#contract/texts/languages.ts';
import type { FieldNames, RecordFormState } from '#ui/form/record-form.ts';
import { t } from '#ui/text/i18n.ts';
import { projectTypeNames } from './data-sources.tsx';

interface SettingsConflictProps {
  readonly id: number;
  readonly error: CallError;
  readonly mine: ProjectSettings;
  readonly load: () => Promise<void>;
  readonly replace: (version: number) => void;
}

export function SettingsConflict({ id, error, mine, load, replace }: SettingsConflictProps) {
  const names = useSettingNames();
  const words = useSettingWords();
  const { data, isFetchedAfterMount } = useQuery({
    ...query(readProject, { id }),
    // Own key: the form keeps showing what it was opened with.
    queryKey: [readProject.path, 'conflict', id, error.parameters['at']],
    refetchOnMount: 'always',
  });
  const theirs = isFetchedAfterMount ? data : undefined;
  const saved = theirs && ({ ...theirs } as ProjectSettings);
  const differing = Object.entries(names).flatMap(([name, title]) => {
    const key = name as SettingName;
    const [their, own] = saved ? [words(saved, key), words(mine, key)] : ['', ''];
    return their === own ? [] : [{ name: title, theirs: their, mine: own }];
  });
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={theirs?.updated_at}
      differing={differing}
      load={theirs && (() => void load())}
      replace={theirs && (() => replace(theirs.updated_at))}
    />
  );
}

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

function useSettingWords(): (settings: ProjectSettings, name: SettingName) => string {
  return (settings, name) => {
    if (name === 'language') return languageName(settings.language);
    if (name === 'active') return settings.active ? t('Yes') : t('No');
    return name === 'type' ? t(projectTypeNames[settings.type]) : String(settings[name] ?? t('As usual on this server'));
  };
}
