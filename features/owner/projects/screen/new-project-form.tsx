import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contract/endpoint.ts';
import { languages } from '#contract/texts/languages.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { RecordForm } from '#ui/form/form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { WebsiteInput } from '#ui/form/website-input.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { TestedFeed } from '#features/data/feed-test/screen/feed-step.panel.tsx';
import { copyParameter, NewProject, newProjectFrom, timeZone } from './new-project.tsx';
import { NewProjectOptions } from './new-project-options.tsx';
import { createProject, listProjects } from '#features/owner/projects/projects.contract.ts';

export type CreatedProject = OutputOf<typeof createProject>;
export type NewProjectFormState = RecordFormState<typeof NewProject>;

interface NewProjectFormProps {
  /** null for a project without a feed. */
  readonly feed: TestedFeed | null;
  readonly onCreated: (project: CreatedProject) => void;
  readonly onBack: () => void;
}

export function NewProjectForm({ feed, onCreated, onBack }: NewProjectFormProps) {
  const created = useRef<CreatedProject>(null);
  const [address] = useAddress();
  const { data: projects } = useQuery(query(listProjects, {}));
  const copied = projects?.find(({ id }) => id === address[copyParameter]);
  const [initial] = useState(() => newProjectFrom(feed, copied));
  const create = async (values: z.output<typeof NewProject>) => {
    // A second click may come before the page is left.
    created.current ??= await call(createProject, { ...values, time_zone: timeZone() });
  };
  return (
    <RecordForm
      schema={NewProject}
      initial={initial}
      names={{
        name: t('Name'),
        url: t('Website address'),
        language: t('Language'),
        data_source: t('Data source'),
        collection: t('First collection'),
        type: t('Project type'),
        copy_from: t('Copy from an existing project'),
        feed_url: t('Feed'),
        file_name: t('File'),
        feed_availability_url: t('Price and stock feed URL'),
        feed_type: t('Type'),
        feed_language: t('Language of the feed'),
        feed_encoding: t('Encoding'),
        feed_separator: t('Separator'),
        feed_headers: t('Headers'),
        feed_tag_name: t('Element of one item'),
      }}
      save={create}
      onSaved={() => created.current && onCreated(created.current)}
      saveLabel={t('Add project')}
      onCancel={onBack}
      cancelLabel={t('Back')}
    >
      {(form) => <Fields form={form} feed={feed} />}
    </RecordForm>
  );
}

const languageChoices = Object.entries(languages).map(([value, label]) => ({ value, label }));

function Fields({ form, feed }: { readonly form: NewProjectFormState; readonly feed: TestedFeed | null }) {
  const found = feed?.found ?? null;
  const origin = (isFound: boolean) => (isFound ? t('From the feed') : undefined);
  return (
    <>
      <TextInput
        {...form.field('name')}
        data-autofocus
        autoFocus
        description={origin(found !== null && found.name !== '' && form.values.name === found.name)}
        inputWrapperOrder={below}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <WebsiteInput
          field={{
            ...form.field('url'),
            description: origin(found !== null && found.url !== '' && form.values.url === found.url),
            inputWrapperOrder: below,
          }}
          value={form.values.url ?? ''}
          change={(address) => form.set('url', address)}
        />
        <Select
          {...form.field('language')}
          data={languageChoices}
          searchable
          allowDeselect={false}
          description={origin(found?.language != null && form.values.language === found.language)}
          inputWrapperOrder={below}
        />
      </SimpleGrid>
      <NewProjectOptions form={form} isSent={feed === null} />
    </>
  );
}

const below = ['label' as const, 'input' as const, 'description' as const, 'error' as const];
