import { Pencil, Trash2 } from 'lucide-react';
import { useHasRefusedNumber } from '#ui/form/form.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { AddButton } from '#ui/page/allowed-button.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type DocumentDetail,
  type DocumentHeader,
  type DocumentRow,
  listDocuments,
  readDocument,
  addAisleDocument,
  ItemInput,
  listAisleDocuments,
  removeAisleDocument,
  updateAisleDocument,
} from '#features/developer/documents/documents.contract.ts';
import { Skeleton, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query, refresh, useCall } from '#ui/calls/queries.ts';
import { Loaded } from '#ui/page/states.tsx';
import { orToast, toast, undoMs } from '#ui/calls/toast.ts';
import { FieldInputs } from './field-inputs.tsx';
import { NewestChangeView, valueText } from './newest-change.tsx';
import { call } from '#ui/calls/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import classes from './documents.module.css';

const showingItems = [listAisleDocuments, listDocuments, readDocument];

/** Offers *Undo*; a failure is a toast. */
function useRemoveItem(id: number): (row: DocumentRow) => Promise<void> {
  const client = useQueryClient();
  const attempt = (work: () => Promise<void>) =>
    orToast(async () => {
      await work();
      await refresh(client, showingItems);
    });
  return ({ id: item_id, fields: shown }) =>
    attempt(async () => {
      const { fields } = await call(removeAisleDocument, { id, item_id });
      const run = () => void attempt(async () => void (await call(addAisleDocument, { id, item_id, fields })));
      const text = t('“{name}” was deleted.', { name: valueText(shown['name'] ?? item_id) });
      toast({ text, action: { label: t('Undo'), run }, durationMs: undoMs });
    });
}

/** `?edit=item:a1` edits an item, `?edit=new` adds one. */
const ofItem = 'item:';

export const editAddress = (itemId: string): { readonly edit: string } => ({ edit: `${ofItem}${itemId}` });

export function AddItem() {
  const [, change] = useAddress();
  return <AddButton label={t('Add item')} onClick={() => change({ edit: 'new' })} />;
}

export function useItemActions(collectionId: number): (row: DocumentRow) => readonly RowAction[] {
  const [, change] = useAddress();
  const remove = useRemoveItem(collectionId);
  return (row) => [
    { label: t('Edit item'), icon: Pencil, run: () => change(editAddress(row.id)), shortcut: 'e' },
    {
      label: t('Delete item'),
      icon: Trash2,
      run: () => void remove(row),
      question: {
        text: t('Delete “{name}”?', { name: shownItemOf({ ...row.fields, id: row.id }).name }),
        yes: t('Delete'),
      },
      shortcut: 'Delete',
    },
  ];
}

interface EditDrawerProps {
  readonly collectionId: number;
  readonly headers: readonly DocumentHeader[];
}

export function EditDrawer({ collectionId, headers }: EditDrawerProps) {
  const [{ edit }, change] = useAddress<'/developer/documents'>();
  const close = () => change({ edit: undefined });
  const itemId = edit?.startsWith(ofItem) ? edit.slice(ofItem.length) : null;
  const isNew = edit === 'new';
  return (
    <SideDrawer isOpen={edit !== undefined} title={isNew ? t('Add item') : t('Edit item')} onClose={close}>
      {(isNew || itemId !== null) && <EditItem collectionId={collectionId} itemId={itemId} headers={headers} onClose={close} />}
    </SideDrawer>
  );
}

interface EditItemProps {
  readonly collectionId: number;
  /** null for a new one. */
  readonly itemId: string | null;
  readonly headers: readonly DocumentHeader[];
  readonly onClose: () => void;
}

function EditItem({ collectionId, itemId, ...form }: EditItemProps) {
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
  const waitReason = isJsonWrong ? t('Not valid JSON yet.') : numberReason;
  const save = async (input: ItemInput) => {
    const sent = { id: collectionId, ...input };
    await (known ? update.mutateAsync(sent) : add.mutateAsync(sent));
    toast({
      text: t('“{name}” was saved and is searchable.', { name: valueText(input.fields['name'] ?? input.item_id) }),
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
            description={known === null ? t('Unique in the collection, such as a SKU.') : undefined}
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

interface JsonFieldsProps {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly change: (fields: Record<string, unknown>) => void;
  readonly setIsWrong: (isWrong: boolean) => void;
}

function JsonFields({ fields, change, setIsWrong }: JsonFieldsProps) {
  const [text, setText] = useState(() => JSON.stringify(fields, null, 2));
  const [isWrong, setWrong] = useState(false);
  const follow = (next: string) => {
    setText(next);
    const parsed = parse(next);
    setWrong(parsed === null);
    setIsWrong(parsed === null);
    if (parsed !== null) change(parsed);
  };
  return (
    <Textarea
      className={classes.json}
      label={t('Fields as JSON')}
      description={t('Enter several values as a list. New fields are searchable after the next import.')}
      value={text}
      onChange={(event) => follow(event.currentTarget.value)}
      error={isWrong && t('Not valid JSON yet.')}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
    />
  );
}

/** null for what is no JSON object. */
function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
