import type { AnyCrud } from '#contract/crud.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { ImportRows } from '#ui/files/import-rows.tsx';
import { t } from '#ui/text/i18n.ts';
import { CopyRows } from './copy-rows.tsx';
import type { CrudState } from './crud.ts';

interface RowPanelsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly panel: 'import' | 'copy' | null;
  readonly close: () => void;
}

export const RowPanels = <C extends AnyCrud>({ crud, panel, close }: RowPanelsProps<C>) => (
  <>
    <SideDrawer isOpen={panel === 'import'} title={t('Import CSV or JSON')} onClose={close}>
      <ImportRows of={crud} close={close} />
    </SideDrawer>
    <SideDrawer isOpen={panel === 'copy'} title={t('Copy to another project')} onClose={close}>
      <CopyRows crud={crud} close={close} />
    </SideDrawer>
  </>
);
