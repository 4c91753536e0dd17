import { Select } from '@mantine/core';
import { FolderTree } from 'lucide-react';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { type ResultEditor, SampleAnswer } from '#features/developer/result-settings/screen/editor/result-editor.panel.tsx';
import type { CategoryInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { pathText } from './path-text.ts';

/** A shop may have thousands; more than these are found by typing. */
const offeredCategories = 50;

interface CategorySampleProps {
  readonly editor: ResultEditor;
  readonly categories: readonly CategoryInfo[];
}

/** What the shop would answer in a category by the settings as they are edited. The address keeps it as `path`. */
export function CategorySample({ editor, categories }: CategorySampleProps) {
  const [{ path = '' }, change] = useAddress();
  return (
    <>
      <Select
        aria-label={t('Category')}
        placeholder={t('All items')}
        leftSection={<FolderTree size={16} aria-hidden />}
        data={categories.map((one) => ({ value: one.path, label: pathText(one.path) }))}
        limit={offeredCategories}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('All items') }}
        nothingFoundMessage={t('Nothing matches')}
        value={path === '' ? null : path}
        onChange={(next) => change({ path: next ?? undefined }, { isReplacing: true })}
      />
      <SampleAnswer editor={editor} asked={path} input={{ path }} />
    </>
  );
}
