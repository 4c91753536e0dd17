import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#console-kit/calls/call-error.ts';
import { query } from '#console-kit/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#console-kit/form/conflict-alert.tsx';
import type { FieldDifference } from '#console-kit/releases/row-differences.ts';
import { t } from '#console-kit/text/i18n.ts';
import { useSettingsDifferences } from '#features/developer/result-settings/screen/settings-differences.panel.tsx';
import { differenceText } from './difference-text.tsx';
import { settingsOf } from './draft.ts';
import { resultCalls } from './result-calls.ts';
import type { ResultEditor } from './use-result-editor.tsx';

interface SettingsConflictProps {
  readonly editor: ResultEditor;
  readonly error: CallError;
  /** Saves in place of this version. */
  readonly replace: (version: number | null) => void;
}

/** Somebody else saved the settings since they were opened here: what they changed, and what was changed here. */
export function SettingsConflict({ editor, error, replace }: SettingsConflictProps) {
  const differences = useSettingsDifferences();
  const { read } = resultCalls[editor.kind];
  const { data, isFetchedAfterMount } = useQuery({
    ...query(read, { c: editor.saved.collection_id }),
    refetchOnMount: 'always',
  });
  const theirs = data !== undefined && isFetchedAfterMount ? settingsOf(data) : undefined;
  const before = editor.began.draft;
  const told = (changed: readonly FieldDifference[]) => new Map(changed.map((one) => [one.label, differenceText(t, one)]));
  const [ofThem, mine] = [theirs ? told(differences(before, theirs.draft)) : new Map(), told(differences(before, editor.draft))];
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={theirs?.updated_at ?? undefined}
      differing={[...new Set([...ofThem.keys(), ...mine.keys()])].map((name) => ({
        name,
        theirs: ofThem.get(name) ?? t('not changed'),
        mine: mine.get(name) ?? t('not changed'),
      }))}
      load={theirs && editor.discard}
      replace={theirs && (() => replace(theirs.updated_at))}
    />
  );
}
