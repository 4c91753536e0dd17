import { RefusedSave } from '#ui/form/refused-save.tsx';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { toast } from '#ui/calls/toast.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { t, type Translate } from '#ui/text/i18n.ts';
import type { ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';
import { useSettingsDifferences } from '#features/developer/result-settings/screen/settings-differences.panel.tsx';
import { type SettingsAnswer, settingsOf } from './draft.ts';
import { FieldTable } from './field-table.tsx';
import { Filters } from './filters.tsx';
import { NumberAndOrder } from './number-and-order.tsx';
import { type ResultEdit, type ResultEditor, useResultEditor } from './use-result-editor.tsx';
import { useQuery } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import type { FieldDifference } from '#ui/releases/row-differences.ts';
import { resultCalls } from './result-calls.ts';
import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import classes from './with-sample.module.css';

const namedEntries = 3;

const named = (t: Translate, entries: readonly string[]): string => {
  const more = entries.length - namedEntries;
  const names = entries.slice(0, namedEntries).join(', ');
  return more > 0 ? `${names} ${t('and {count} more', { count: more })}` : names;
};

/** A difference in one line: `Shown fields − margin`, `Results per page 20 → 5`. */
function differenceText(t: Translate, difference: FieldDifference): string {
  const { label } = difference;
  if ('added' in difference) {
    const { added, removed } = difference;
    const parts = [added.length > 0 && `+ ${named(t, added)}`, removed.length > 0 && `− ${named(t, removed)}`];
    return [label, ...parts.filter((part) => part !== false)].join(' ');
  }
  const { before, after } = difference;
  // Lists in another order.
  return before.includes(', ') && after.includes(', ') ? `${label}: ${t('another order')}` : `${label} ${before} → ${after}`;
}

export type { ResultEdit, ResultEditor } from './use-result-editor.tsx';
export { SampleAnswer } from './sample.tsx';

interface ResultSettingsEditorProps {
  readonly kind: ResultKind;
  readonly answer: SettingsAnswer;
  readonly edit: ResultEdit | null;
  readonly setEdit: (edit: ResultEdit | null) => void;
  /** What else shows other data once it is saved. */
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[];
  readonly above?: (editor: ResultEditor) => ReactNode;
  readonly sample: (editor: ResultEditor) => ReactNode;
  readonly below?: (editor: ResultEditor) => ReactNode;
}

/** All that is set for one kind of answer, beside what it does. Saving publishes it. */
export function ResultSettingsEditor({
  kind,
  answer,
  edit,
  setEdit,
  refreshes = [],
  above,
  sample,
  below,
}: ResultSettingsEditorProps) {
  const editor = useResultEditor({ kind, saved: settingsOf(answer), edit, setEdit, refreshes });
  const differences = useSettingsDifferences();
  const save = async (version?: number | null) => {
    const release = await editor.save(version);
    if (release !== null) toast({ text: t('Saved. Live now, release {release}.', { release }) });
  };
  const changes = editor.isDirty ? differences(editor.saved.draft, editor.draft).map((one) => differenceText(t, one)) : [];
  return (
    <>
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => <SettingsConflict editor={editor} error={error} replace={(version) => void save(version)} />}
      />
      <WithSample
        settings={
          <div key={editor.round} style={{ display: 'contents' }}>
            {above?.(editor)}
            <FieldTable editor={editor} />
            <NumberAndOrder editor={editor} />
            {kind !== 'autocomplete' && <Filters editor={editor} />}
          </div>
        }
        sample={sample(editor)}
      />
      {below?.(editor)}
      <SaveBar
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        saveLabel={t('Save and publish')}
        save={() => void save()}
        discard={editor.discard}
        reason={editor.problems.size > 0 ? t('Please, provide correct data!') : undefined}
        changes={changes}
      />
    </>
  );
}

interface SettingsConflictProps {
  readonly editor: ResultEditor;
  readonly error: CallError;
  /** Saves in place of this version. */
  readonly replace: (version: number | null) => void;
}

/** Somebody else saved the settings since they were opened here: what they changed, and what was changed here. */
function SettingsConflict({ editor, error, replace }: SettingsConflictProps) {
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

interface WithSampleProps {
  readonly settings: ReactNode;
  readonly sample: ReactNode;
}

/** The answers stand beside them, without room in a part at the bottom; on a phone one of both, by the address. */
function WithSample({ settings, sample }: WithSampleProps) {
  const [{ part }, change] = useAddress();
  const [isFolded, setFolded] = useState(false);
  const shown = part === 'sample' ? 'sample' : 'settings';
  return (
    <div className={classes.both} data-shown={shown} data-folded={isFolded}>
      <SegmentedControl
        className={classes.choice ?? ''}
        aria-label={t('Part of the screen')}
        fullWidth
        data={[
          { value: 'settings', label: t('Settings') },
          { value: 'sample', label: t('Sample') },
        ]}
        value={shown}
        onChange={(next) => change({ part: next === 'sample' ? next : undefined }, { isReplacing: true })}
      />
      <div className={classes.settings}>{settings}</div>
      <section className={classes.sample} aria-label={t('Sample')}>
        <UnstyledButton className={classes.fold} aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {t('Sample')}
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
        <div className={classes.inside}>{sample}</div>
      </section>
    </div>
  );
}
