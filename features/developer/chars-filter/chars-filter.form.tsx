import { TextInput } from '@mantine/core';
import type { CrudState } from '#console-kit/crud.ts';
import { useText } from '#console-kit/i18n.ts';
import { DrawerForm, SideDrawer } from '#console-kit/side-drawer.tsx';
import type { charFilters } from './chars-filter.contract.ts';

/** A replacement is added or deleted; there is no call that changes one, so the drawer only opens for a new one. */
export function CharFilterForm({ crud }: { readonly crud: CrudState<typeof charFilters> }) {
  const t = useText();
  return (
    <SideDrawer isOpen={crud.opened.key === 'new'} title={t('Add replacement')} onClose={crud.close}>
      <DrawerForm
        schema={crud.schema}
        initial={{ from: '', to: '' }}
        names={{ from: t('Typed'), to: t('Replaced by') }}
        save={crud.save}
        saveLabel={t('Add replacement')}
        onClose={crud.close}
      >
        {({ field }) => (
          <>
            <TextInput {...field('from')} description={t('One or more characters, at most 20.')} data-autofocus />
            <TextInput {...field('to')} description={t('Leave empty to drop the characters from the query.')} />
          </>
        )}
      </DrawerForm>
    </SideDrawer>
  );
}
