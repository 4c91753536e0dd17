import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import {
  type CopiedPart,
  copiedParts,
  CopyInput,
  copyProject,
  type Project,
} from '#features/owner/projects/projects.contract.ts';

const texts = {
  rules: { label: msg('Rules'), hint: msg('Synonyms, curations, boosts and other rules, check items') },
  settings: { label: msg('Schema and settings'), hint: msg('Fields, relevance, result settings, plugin look, cache') },
  feeds: { label: msg('Feeds'), hint: msg('Without uploaded files. Imports start at once.') },
  users: { label: msg('Users'), hint: msg('With their groups. You own the copy.') },
} as const satisfies Record<CopiedPart, unknown>;

const initialParts: readonly CopiedPart[] = ['rules', 'settings', 'feeds'];

export function CopyProject({ project: { id, name }, close }: { readonly project: Project; readonly close: () => void }) {
  const copied = useRef<OutputOf<typeof copyProject>>(null);
  const open = () => {
    const { token, feed_id: feedId } = copied.current!;
    void switchProject(token, feedId === null ? '/dashboard' : `/data/import/edit?id=${feedId}`);
  };
  return (
    <Modal opened onClose={close} title={t('Copy “{name}”', { name })} size={480} closeButtonProps={{ 'aria-label': t('Close') }}>
      <RecordForm
        schema={CopyInput}
        initial={{ name: t('Copy of {name}', { name }), parts: [...initialParts] }}
        names={{ name: t('Name of the copy'), parts: t('What to copy') }}
        save={async (values) => {
          // A second click may come before the page is left.
          copied.current ??= await call(copyProject, { ...values, id });
        }}
        onSaved={open}
        saveLabel={t('Copy project')}
        cancel={{ label: t('Cancel'), run: close }}
      >
        {(form) => (
          <>
            <TextInput {...form.field('name')} data-autofocus />
            <Checkbox.Group
              {...form.field('parts')}
              value={form.values.parts}
              onChange={(parts) => form.set('parts', parts as CopiedPart[])}
            >
              <Stack gap={12} mt={8}>
                {copiedParts.map((part) => (
                  <Checkbox key={part} value={part} label={t(texts[part].label)} description={t(texts[part].hint)} />
                ))}
              </Stack>
            </Checkbox.Group>
          </>
        )}
      </RecordForm>
    </Modal>
  );
}
