import { Alert } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { RowStateMark } from '#console-kit/crud/row-state.tsx';
import { useIdleMark } from '#console-kit/crud/rule-state.tsx';
import { SaveBar } from '#console-kit/page/save-bar.tsx';
import { t } from '#console-kit/text/i18n.ts';
import type { Curation } from '#features/search-settings/curations/curations.contract.ts';
import { EditorColumns } from './columns.tsx';
import { isEmpty, nameOf } from './draft.ts';
import { InView } from '#console-kit/form/refused-save.tsx';
import { EditorFrame } from './frame.tsx';
import { EditorHead } from './head.tsx';
import { EditorRefusal } from './refusal.tsx';
import classes from './editor.module.css';
import { RegenerationGate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import { QueriesDialog } from '#features/search-settings/curations/queries/queries.picker.tsx';
import { useCurationEditor } from './use-curation-editor.tsx';

interface EditorProps {
  readonly collectionId: number;
  readonly opened: Curation | null;
  readonly firstQuery: string;
  readonly firstItem?: string | undefined;
}

/** The whole editor of a curation; `opened` is null for a new one. */
export function CurationEditor({ collectionId, opened, firstQuery, firstItem }: EditorProps) {
  const idleMark = useIdleMark();
  const editor = useCurationEditor(collectionId, opened, firstQuery, firstItem);
  const { saved, draft, isDirty, isSaving, discard } = editor;
  const [chosen, choose] = useState(() =>
    Math.max(
      0,
      draft.queries.findIndex(({ query: text }) => text === firstQuery),
    ),
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isEditingQueries, dialog] = useDisclosure();
  const active = Math.min(chosen, draft.queries.length - 1);
  const isWrong = nameOf(draft).trim() === '' || draft.queries.some(({ query: text }) => text.trim() === '');
  const save = () => {
    setIsChecked(true);
    if (!isWrong) editor.save();
  };
  return (
    <EditorFrame isNew={saved === null} state={saved && (idleMark(saved) ?? <RowStateMark state={saved.state} />)}>
      <EditorHead editor={editor} active={active} choose={choose} editQueries={dialog.open} isChecked={isChecked} />
      {isChecked && isWrong && (
        <Alert color="red" variant="light" role="alert" py={8} mb={12}>
          {t('Please, provide correct data!')}
        </Alert>
      )}
      {editor.refusal && (
        <InView of={editor.refusal}>
          <EditorRefusal editor={editor} />
        </InView>
      )}
      <div className={classes.whole}>
        <EditorColumns editor={editor} query={draft.queries[active]!} />
      </div>
      {isEditingQueries && (
        <QueriesDialog
          name={nameOf(draft)}
          c={collectionId}
          id={saved?.id}
          queries={draft.queries}
          save={async (queries) => editor.change({ queries })}
          close={dialog.close}
        />
      )}
      <RegenerationGate />
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        saveLabel={t('Save curation')}
        save={save}
        discard={discard}
        reason={isEmpty(draft) ? t('Promote or hide an item.') : undefined}
      />
    </EditorFrame>
  );
}
