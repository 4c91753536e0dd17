import { NativeSelect, TextInput } from '@mantine/core';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { useCall } from '#console-kit/calls/queries.ts';
import { DrawerForm, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import type { FieldType } from '#contract/item.ts';
import { listCollections, readCollection } from '#features/data/collections/collections.contract.ts';
import { addField, listFields } from '#features/data/schema/schema.contract.ts';
import { typeNames, typeWord } from './type-words.tsx';

/** Its address is `?edit=new`. */
export function AddFieldDrawer({ collectionId }: { readonly collectionId: number }) {
  const [{ edit }, change] = useAddress();
  const add = useCall(addField, { refreshes: [listFields, listCollections, readCollection] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={edit === 'new'} title={t('Add field')} onClose={close}>
      <DrawerForm
        schema={addField.input}
        initial={{ collection_id: collectionId, name: '', type: 'text' }}
        names={{ collection_id: t('Collection'), name: t('Name'), type: t('Type') }}
        save={async (values) => {
          const { name } = await add.mutateAsync(values);
          toast({ text: t('“{name}” was added. It is filled by the next import that brings it.', { name }) });
        }}
        saveLabel={t('Add field')}
        onClose={close}
      >
        {({ field, values, set }) => (
          <>
            <TextInput {...field('name')} description={t('As the feed or the item API calls it.')} data-autofocus />
            <NativeSelect
              {...field('type')}
              data={typeNames.map((type) => ({ value: type, label: t(typeWord(type)) }))}
              value={values.type ?? 'text'}
              onChange={(event) => set('type', event.currentTarget.value as FieldType)}
            />
          </>
        )}
      </DrawerForm>
    </SideDrawer>
  );
}
