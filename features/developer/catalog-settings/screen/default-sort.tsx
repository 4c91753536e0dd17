import { Select } from '@mantine/core';
import { t } from '#console-kit/text/i18n.ts';
import type { ResultEditor } from '#features/developer/result-settings/screen/editor/result-editor.panel.tsx';
import {
  sortId,
  sortOf,
  useSortChoices,
  useSortText,
} from '#features/developer/result-settings/screen/editor/sort-choices.panel.tsx';
import { inheritedSort, sortedCategory, withPathSort } from './path-sorts.ts';
import { pathText } from './path-text.ts';

const inherited = 'inherited';
/** Of thousands of fields, the others are found by typing. */
const offeredSorts = 50;

/** How a category is sorted until a customer chooses: as it is set, or as the categories above. */
export function DefaultSort({ editor, path }: { readonly editor: ResultEditor; readonly path: string }) {
  const text = useSortText();
  const choices = useSortChoices(editor.saved.fields);
  const { draft } = editor;
  const { sort, isInherited } = sortedCategory(draft, path);
  const own = isInherited
    ? []
    : choices.some(({ value }) => value === sortId(sort))
      ? []
      : [{ value: sortId(sort), label: text(sort) }];
  const place = draft.path_sorts.findIndex((one) => one.path === path);
  return (
    <Select
      size="xs"
      aria-label={`${t('Default sort')}: ${pathText(path)}`}
      data={[{ value: inherited, label: t('inherits: {sort}', { sort: text(inheritedSort(draft, path)) }) }, ...own, ...choices]}
      limit={offeredSorts}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('Nothing matches')}
      value={isInherited ? inherited : sortId(sort)}
      error={editor.problemAt(`path_sorts.${place}.field`)}
      onChange={(id) => {
        if (id !== null)
          editor.change({ path_sorts: withPathSort(draft.path_sorts, path, id === inherited ? null : sortOf(id)) });
      }}
    />
  );
}
