import { Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCall, query } from '#console-kit/calls/queries.ts';
import { t } from '#console-kit/text/i18n.ts';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { DrawerForm } from '#console-kit/dialog/side-drawer.tsx';
import { useHasRefusedNumber } from '#console-kit/form/refused-numbers.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { addAisleDocument, ItemInput, updateAisleDocument } from '#features/developer/documents/aisle-documents.contract.ts';
import { type DocumentDetail, type DocumentHeader, readDocument } from '#features/developer/documents/documents.contract.ts';
import { FieldInputs } from './field-inputs.tsx';
import { JsonFields } from './json-fields.tsx';
import { NewestChangeView } from './newest-change.tsx';
import { showingItems } from './remove-item.tsx';
import { valueText } from './value-text.ts';

interface EditItemProps {
  readonly collectionId: number;
  /** null for a new one. */
  readonly itemId: string | null;
  readonly headers: readonly DocumentHeader[];
  readonly onClose: () => void;
}

export function EditItem({ collectionId, itemId, ...form }: EditItemProps) {
  if (itemId === null) return <ItemForm key="new" collectionId={collectionId} known={null} {...form} />;
  return (
    <Loaded query={query(readDocument, { id: collectionId, item_id: itemId })} skeleton={<Skeleton height={320} aria-hidden />}>
      {(known) => <ItemForm key={known.id} collectionId={collectionId} known={known} {...form} />}
    </Loaded>
  );
}

interface ItemFormProps extends Omit<EditItemProps, 'itemId'> {
  readonly known: DocumentDetail | null;
}

function ItemForm({ collectionId, known, headers, onClose }: ItemFormProps) {
  const add = useCall(addAisleDocument, { refreshes: showingItems });
  const update = useCall(updateAisleDocument, { refreshes: showingItems });
  const [isJsonWrong, setIsJsonWrong] = useState(false);
  const hasRefusedNumber = useHasRefusedNumber();
  const numberReason = hasRefusedNumber ? t('Correct the marked numbers first.') : undefined;
  const waitReason = isJsonWrong ? t('What you typed is not valid JSON yet.') : numberReason;
  const save = async (input: ItemInput) => {
    const sent = { id: collectionId, ...input };
    await (known ? update.mutateAsync(sent) : add.mutateAsync(sent));
    toast({
      text: t('“{name}” was saved, and is found as it is now.', { name: valueText(input.fields['name'] ?? input.item_id) }),
    });
  };
  return (
    <DrawerForm
      schema={ItemInput}
      initial={{ item_id: known?.id ?? '', fields: known?.fields ?? { name: '' } }}
      names={{ item_id: t('Id'), fields: t('Fields') }}
      save={save}
      saveLabel={known ? t('Save changes') : t('Add item')}
      isChange={known !== null}
      waitReason={waitReason}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <Stack gap={16}>
          <TextInput
            {...field('item_id')}
            readOnly={known !== null}
            description={known === null ? t('Unique in the collection, such as a product code.') : undefined}
            data-autofocus={known === null || undefined}
          />
          <Tabs defaultValue="fields" keepMounted={false} onChange={() => setIsJsonWrong(false)}>
            <Tabs.List mb={16}>
              <Tabs.Tab value="fields">{t('Fields')}</Tabs.Tab>
              <Tabs.Tab value="json">JSON</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="fields">
              <FieldInputs headers={headers} fields={values.fields} change={(fields) => set('fields', fields)} />
            </Tabs.Panel>
            <Tabs.Panel value="json">
              <JsonFields fields={values.fields} change={(fields) => set('fields', fields)} setIsWrong={setIsJsonWrong} />
            </Tabs.Panel>
          </Tabs>
          {field('fields').error && (
            <Text size="sm" c="red" role="alert">
              {field('fields').error}
            </Text>
          )}
          {known?.change && <NewestChangeView change={known.change} />}
        </Stack>
      )}
    </DrawerForm>
  );
}
