import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { MomentInput, TagsField } from '#ui/form/text-inputs.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { type KeyRight, keyRights } from '#contract/permission.ts';
import { NewSecret } from '#features/developer/credentials/screen/client-secret.tsx';
import { changeKey, type Key, KeyInput, listKeys, makeKey } from '#features/developer/credentials/keys.contract.ts';

export const rightNames = (): Readonly<Record<KeyRight, string>> => ({
  search: t('Search'),
  events: t('Send events'),
  items: t('Send items'),
});

export interface NewKey {
  readonly name: string;
  readonly key: string;
}

interface KeyDrawerProps {
  readonly isOpen: boolean;
  /** null: a new one. */
  readonly shown: Key | null;
  /** Shown once in place of the form. */
  readonly made: NewKey | null;
  readonly onMade: (key: NewKey) => void;
  readonly leaveForm: () => void;
  readonly close: () => void;
}

export const KeyDrawer = ({ isOpen, shown, made, close, ...form }: KeyDrawerProps) => (
  <SideDrawer isOpen={isOpen} title={made?.name ?? shown?.name ?? t('Add key')} onClose={close}>
    {made === null ? <KeyForm shown={shown} {...form} /> : <Made made={made} close={close} />}
  </SideDrawer>
);

const Made = ({ made, close }: { readonly made: NewKey; readonly close: () => void }) => (
  <Stack gap={16}>
    <NewSecret secret={made.key} />
    <Text size="sm">{t('Pages send it as ?token=…, servers as a bearer token.')}</Text>
    <Group justify="flex-end">
      <Button onClick={close}>{t('Done')}</Button>
    </Group>
  </Stack>
);

const blank: KeyInput = { name: '', rights: ['search'], origins: [], expires_at: null };

function KeyForm({ shown, onMade, leaveForm }: Pick<KeyDrawerProps, 'shown' | 'onMade' | 'leaveForm'>) {
  const make = useCall(makeKey, { refreshes: [listKeys] });
  const update = useCall(changeKey, { refreshes: [listKeys] });
  const timeZone = useProjectTimeZone();
  const save = async (input: KeyInput) => {
    if (shown === null) {
      const { key } = await make.mutateAsync(input);
      onMade({ name: input.name, key });
      return;
    }
    await update.mutateAsync({ ...input, id: shown.id });
    toast({ text: t('Saved.') });
  };
  return (
    <DrawerForm
      schema={KeyInput}
      initial={shown ?? blank}
      names={{ name: t('Name'), rights: t('Rights'), origins: t('Pages'), expires_at: t('Expires') }}
      save={save}
      saveLabel={shown === null ? t('Add key') : t('Save')}
      onClose={leaveForm}
    >
      {(form) => (
        <>
          <TextInput
            {...form.field('name')}
            value={form.values.name}
            onChange={(event) => form.set('name', event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox.Group
            label={t('Rights')}
            error={form.field('rights').error}
            value={[...form.values.rights]}
            onChange={(chosen) =>
              form.set(
                'rights',
                keyRights.filter((right) => chosen.includes(right)),
              )
            }
          >
            <Stack gap={8} mt={8}>
              {keyRights.map((right) => (
                <Checkbox key={right} value={right} label={rightNames()[right]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <TagsField
            {...form.field('origins')}
            description={t('Such as shop.example or *.shop.example. Empty: all pages and servers.')}
            value={form.values.origins ?? []}
            onChange={(origins) => form.set('origins', origins)}
          />
          <MomentInput
            field={form.field('expires_at')}
            hint={t('Empty: never.')}
            timeZone={timeZone}
            value={form.values.expires_at ?? null}
            change={(moment) => form.set('expires_at', moment)}
          />
        </>
      )}
    </DrawerForm>
  );
}
