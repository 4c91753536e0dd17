import { RefusedSave } from '#console-kit/form/refused-save.tsx';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { SaveBar } from '#console-kit/page/save-bar.tsx';
import { t } from '#console-kit/text/i18n.ts';
import type { ResultKind } from '#features/developer/result-settings/result-fields.contract.ts';
import { useSettingsDifferences } from '#features/developer/result-settings/screen/settings-differences.panel.tsx';
import { differenceText } from './difference-text.tsx';
import { type SettingsAnswer, settingsOf } from './draft.ts';
import { FieldTable } from './field-table.tsx';
import { Filters } from './filters.tsx';
import { NumberAndOrder } from './number-and-order.tsx';
import { SettingsConflict } from './settings-conflict.tsx';
import { type ResultEdit, type ResultEditor, useResultEditor } from './use-result-editor.tsx';
import { WithSample } from './with-sample.tsx';

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
