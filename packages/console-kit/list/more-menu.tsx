import { Menu } from '@mantine/core';
import { CopyPlus } from 'lucide-react';
import { useText } from '#console-kit/text/i18n.ts';
import type { AnyCrud, CrudState } from './crud.ts';
import { FileItems } from './file-items.tsx';
import { MoreButton } from './files-menu.tsx';
import { FromServiceItem } from './from-service-item.tsx';

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
  return (
    <MoreButton>
      <FileItems of={crud} importRows={importRows} isEmpty={crud.list.isEmpty} />
      <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} disabled={crud.list.isEmpty} onClick={copyRows}>
        {t('Copy to another project…')}
      </Menu.Item>
      {isFromServices && <FromServiceItem />}
    </MoreButton>
  );
}
