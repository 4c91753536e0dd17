import { useState } from 'react';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { useAction, useCall } from '#console-kit/calls/queries.ts';
import { DrawerForm, FormSkeleton, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { CollectionFields, StartChoice } from './collection-form.tsx';
import { collectionFieldNames } from './collections.released.tsx';
import {
  applyCollection,
  CollectionInput,
  createCollection,
  defaultRelevantRate,
  listCollections,
  readCollection,
  updateCollection,
  type Collection,
  type CollectionInput as Input,
} from '#features/data/collections/collections.contract.ts';

const refreshes = [listCollections, readCollection];

/** Its address is `?edit=new` or `?edit=3`. */
export function CollectionDrawer({ collections }: { readonly collections: readonly Collection[] | undefined }) {
  const [{ edit }, change] = useAddress();
  const collection = collections?.find(({ id }) => id === Number(edit));
  const close = () => change({ edit: undefined });
  const title = edit === 'new' ? t('Add collection') : t('Edit collection');
  return (
    <SideDrawer isOpen={edit !== undefined} title={title} onClose={close}>
      {edit === 'new' && <NewCollection onClose={close} />}
      {collection && <KnownCollection key={collection.id} collection={collection} onClose={close} />}
      {edit !== 'new' && !collection && <FormSkeleton />}
    </SideDrawer>
  );
}

function NewCollection({ onClose }: { readonly onClose: () => void }) {
  const names = collectionFieldNames(t);
  const create = useCall(createCollection, { refreshes });
  return (
    <DrawerForm
      schema={createCollection.input}
      initial={{ name: '', relevant_rate: defaultRelevantRate, force_stopwords: false, lower_unwanted: false, predefined: null }}
      names={{ ...names, predefined: t('Begin with') }}
      save={async (values) => {
        const { name } = await create.mutateAsync(values);
        toast({ text: t('“{name}” was added. Add a feed that fills it.', { name }) });
      }}
      saveLabel={t('Add collection')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <StartChoice form={form} />
          <CollectionFields form={form as never} />
        </>
      )}
    </DrawerForm>
  );
}

function KnownCollection({ collection, onClose }: { readonly collection: Collection; readonly onClose: () => void }) {
  const names = collectionFieldNames(t);
  const update = useCall(updateCollection, { refreshes });
  const apply = useAction(applyCollection, { refreshes, done: t('Searches use the new settings.') });
  const { id, name, relevant_rate, force_stopwords, lower_unwanted } = collection;
  // What the form began with: it sends what was changed in it alone, and takes back nothing that others save meanwhile.
  const [initial] = useState<Input>({
    name,
    relevant_rate: relevant_rate as Input['relevant_rate'],
    force_stopwords,
    lower_unwanted,
  });
  const save = async (values: Input) => {
    const changes = Object.entries(values).filter(([field, value]) => value !== initial[field as keyof Input]);
    const saved = await update.mutateAsync({ ...Object.fromEntries(changes), id });
    const action = { label: t('Update now'), run: () => apply.mutate({ id }) };
    if (saved.need_update) toast({ text: t('Saved. Searches use it after an update.'), action });
    else toast({ text: t('The collection was saved.') });
  };
  return (
    <DrawerForm
      schema={CollectionInput}
      initial={initial}
      names={names}
      save={save}
      saveLabel={t('Save changes')}
      isChange
      onClose={onClose}
    >
      {(form) => <CollectionFields form={form} />}
    </DrawerForm>
  );
}
