import { Menu } from '@mantine/core';
import { FileDown, FileJson, FileUp } from 'lucide-react';
import type { RowFileFormat } from '#contract/rows/row-files.ts';
import { call } from '#ui/calls/api.ts';
import { orToast } from '#ui/calls/toast.ts';
import { t } from '#ui/text/i18n.ts';
import type { RowFiles } from './row-files.ts';
import { saveFile } from './save-file.ts';

interface FileItemsProps {
  readonly of: RowFiles;
  readonly importRows: () => void;
  readonly isEmpty: boolean;
  readonly block?: string | undefined;
}

export function FileItems({ of: { endpoints, scope }, importRows, isEmpty, block }: FileItemsProps) {
  const exportRows = (format: RowFileFormat) =>
    orToast(async () => {
      const { file_name: name, text } = await call(endpoints.exportRows, { ...scope, format });
      saveFile(name, text);
    });
  return (
    <>
      <Menu.Item leftSection={<FileUp size={16} aria-hidden />} disabled={block !== undefined} title={block} onClick={importRows}>
        {t('Import CSV or JSON')}
      </Menu.Item>
      <Menu.Item leftSection={<FileDown size={16} aria-hidden />} disabled={isEmpty} onClick={() => void exportRows('csv')}>
        {t('Export CSV')}
      </Menu.Item>
      <Menu.Item leftSection={<FileJson size={16} aria-hidden />} disabled={isEmpty} onClick={() => void exportRows('json')}>
        {t('Export JSON')}
      </Menu.Item>
    </>
  );
}
