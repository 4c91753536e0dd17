import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { readProject } from '#features/owner/projects/projects.contract.ts';
import type { ProjectSettings } from '#features/owner/projects/settings/project-settings.contract.ts';
import { type SettingName, useSettingNames, useSettingWords } from './setting-texts.tsx';

interface SettingsConflictProps {
  readonly id: number;
  readonly error: CallError;
  readonly mine: ProjectSettings;
  readonly load: () => Promise<void>;
  readonly replace: (version: number) => void;
}

/** Somebody else saved the settings since they were opened here. */
export function SettingsConflict({ id, error, mine, load, replace }: SettingsConflictProps) {
  const names = useSettingNames();
  const words = useSettingWords();
  const { data, isFetchedAfterMount } = useQuery({
    ...query(readProject, { id }),
    // Of its own, as the form goes on showing what it was opened with.
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
