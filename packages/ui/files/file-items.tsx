import { Button } from '@mantine/core';
import { ChevronDown, FileDown, FileJson, FileUp } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import type { AnyCrud } from '#contract/crud.ts';
import type { RowFileFormat } from '#contract/rows/row-files.ts';
import { call } from '#ui/calls/api.ts';
import { orToast } from '#ui/calls/toast.ts';
import { Menu, MenuItem } from '#ui/page/popup.tsx';
import { t } from '#ui/text/i18n.ts';
import { saveFile } from './csv-button.tsx';

export interface RowFiles {
  readonly endpoints: Pick<AnyCrud, 'exportRows' | 'importRows' | 'input'> & Partial<Pick<AnyCrud, 'isRule' | 'waits'>>;
  readonly scope?: { readonly c: number } | undefined;
  readonly renew: () => Promise<unknown>;
}

interface FileItemsProps {
  readonly of: RowFiles;
  readonly importRows: () => void;
  readonly isEmpty: boolean;
}

export function FileItems({ of: { endpoints, scope }, importRows, isEmpty }: FileItemsProps) {
  const exportRows = (format: RowFileFormat) =>
    orToast(async () => {
      const { file_name: name, text } = await call(endpoints.exportRows, { ...scope, format });
      saveFile(name, text);
    });
  return (
    <>
      <MenuItem leftSection={<FileUp size={16} aria-hidden />} onClick={importRows}>
        {t('Import CSV or JSON')}
      </MenuItem>
      <MenuItem leftSection={<FileDown size={16} aria-hidden />} disabled={isEmpty} onClick={() => void exportRows('csv')}>
        {t('Export CSV')}
      </MenuItem>
      <MenuItem leftSection={<FileJson size={16} aria-hidden />} disabled={isEmpty} onClick={() => void exportRows('json')}>
        {t('Export JSON')}
      </MenuItem>
    </>
  );
}

export function MoreButton({ children }: PropsWithChildren) {
  return (
    <Menu
      position="bottom-end"
      button={
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('More')}
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
