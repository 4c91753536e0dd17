import { Select } from '@mantine/core';
import { Panel } from '#console-kit/page/panel.tsx';
import { t } from '#console-kit/text/i18n.ts';
import type { ResultEditor } from '#features/developer/result-settings/screen/editor/result-editor.panel.tsx';

interface CategoryFieldProps {
  readonly editor: ResultEditor;
  /** What is used by now; null where no field has levels. */
  readonly used: string | null;
}

export function CategoryField({ editor, used }: CategoryFieldProps) {
  const { path_field: chosen } = editor.draft;
  const paths = editor.saved.fields.filter((field) => field.is_path).map(({ name }) => name);
  const names = chosen === null || paths.includes(chosen) ? paths : [chosen, ...paths];
  const usual = chosen === null && used !== null ? t('As usual: {name}', { name: used }) : t('As usual: the first with levels');
  return (
    <Panel title={t('Category field')} text={t('Whose values are the categories that customers go through.')}>
      <Select
        aria-label={t('Category field')}
        description={t('Only fields with levels.')}
        error={editor.problemAt('path_field')}
        data={[{ value: '', label: usual }, ...names.map((name) => ({ value: name, label: name }))]}
        value={chosen ?? ''}
        allowDeselect={false}
        maw={320}
        onChange={(name) => editor.change({ path_field: name === '' ? null : name })}
      />
    </Panel>
  );
}
