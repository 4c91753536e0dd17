import { Button, Group, Text, TextInput } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { refresh } from '#ui/calls/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { RecordForm } from '#ui/form/form.tsx';
import { useAddress } from '#ui/state/address.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import {
  describeRelease,
  listReleases,
  readRelease,
  type Release,
  ReleaseWords,
} from '#features/search-settings/releases/releases.contract.ts';

/** The name and the comment of a release; `?edit=42` edits them. */
export function ReleaseNote({ release: { number, name, comment } }: { readonly release: Release }) {
  const client = useQueryClient();
  const block = useSavingBlock();
  const [{ edit }, change] = useAddress<'/search-settings/releases'>();
  const close = () => change({ edit: undefined }, { isReplacing: true });
  if (edit === number)
    return (
      <RecordForm
        schema={ReleaseWords}
        initial={{ name, comment }}
        names={{ name: t('Name (optional)'), comment: t('Comment (optional)') }}
        saveLabel={t('Save')}
        isChange
        cancel={{ label: t('Cancel'), run: close }}
        save={async (words) => {
          await call(describeRelease, { ...words, number });
          await refresh(client, [listReleases, readRelease]);
        }}
        onSaved={close}
      >
        {(form) => (
          <>
            <TextInput {...form.field('name')} data-autofocus />
            <TextInput {...form.field('comment')} />
          </>
        )}
      </RecordForm>
    );
  return (
    <Group justify="space-between" gap={12} wrap="nowrap" align="flex-start">
      <div>
        {name !== '' && <Text fw={600}>{name}</Text>}
        {comment !== '' && <Text size="sm">{comment}</Text>}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Pencil size={14} aria-hidden />}
        disabled={block !== undefined}
        title={block}
        onClick={() => change({ edit: number }, { isReplacing: true })}
      >
        {t('Name and comment')}
      </Button>
    </Group>
  );
}
