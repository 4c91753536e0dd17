import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type PropsWithChildren, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { FileItems } from './file-items.tsx';
import { ImportRows } from './import-rows.tsx';
import type { RowFiles } from './row-files.ts';

interface FilesMenuProps {
  readonly of: RowFiles;
  readonly isEmpty: boolean;
  readonly block: string | undefined;
}

export function FilesMenu({ of, isEmpty, block }: FilesMenuProps) {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <MoreButton>
        <FileItems of={of} importRows={() => setImporting(true)} isEmpty={isEmpty} block={block} />
      </MoreButton>
      <ImportRows of={of} isOpen={isImporting} close={() => setImporting(false)} />
    </>
  );
}

export function MoreButton({ children }: PropsWithChildren) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
