import { Button, Menu } from '@mantine/core';
import { ChevronDown, CopyPlus, FileDown, FileJson, FileUp } from 'lucide-react';
import type { RowFileFormat } from '#contract/row-files.ts';
import { call } from '#console-kit/calls/api.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { AnyCrud, CrudState } from './crud.ts';
import { FromServiceItem } from './from-service-item.tsx';
import { saveFile } from './save-file.ts';

interface MoreMenuProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly importRows: () => void;
  readonly copyRows: () => void;
  /** Other services have such rows, too. */
  readonly isFromServices: boolean;
}

/** Files of rows in and out, and rows for another project. */
export function MoreMenu<C extends AnyCrud>({ crud, importRows, copyRows, isFromServices }: MoreMenuProps<C>) {
  const t = useText();
  const errorText = useErrorText();
  const exportRows = async (format: RowFileFormat) => {
    try {
      const { file_name: name, text } = await call(crud.endpoints.exportRows, { ...crud.scope, format } as never);
      saveFile(name, text);
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={importRows}>
          {t('Import CSV')}
        </Menu.Item>
        <Menu.Item
          leftSection={<FileDown size={16} aria-hidden />}
          disabled={crud.list.isEmpty}
          onClick={() => void exportRows('csv')}
        >
          {t('Export CSV')}
        </Menu.Item>
        <Menu.Item
          leftSection={<FileJson size={16} aria-hidden />}
          disabled={crud.list.isEmpty}
          onClick={() => void exportRows('json')}
        >
          {t('Export JSON')}
        </Menu.Item>
        <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} disabled={crud.list.isEmpty} onClick={copyRows}>
          {t('Copy to another project…')}
        </Menu.Item>
        {isFromServices && <FromServiceItem />}
      </Menu.Dropdown>
    </Menu>
  );
}
