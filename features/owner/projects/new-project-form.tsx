import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contract/endpoint.ts';
import { type LanguageCode, languages } from '#contract/languages.ts';
import { call } from '#console-kit/calls/api.ts';
import { ClosedPart } from '#console-kit/form/closed-part.tsx';
import { RecordForm } from '#console-kit/form/form.tsx';
import { WebsiteInput } from '#console-kit/form/website-input.tsx';
import { currentLanguage, useText } from '#console-kit/text/i18n.ts';
import { query } from '#console-kit/calls/queries.ts';
import { useAddress } from '#console-kit/state/address.ts';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { nameAmong } from '#console-kit/text/namesakes.ts';
import { PredefinedPicker } from '#features/data/collections/predefined.picker.tsx';
import { copyParameter, NewProject } from './new-project.tsx';
import { FeedFormatPicker } from '#features/data/feeds/feed-format.picker.tsx';
import { FeedSourcePicker, useFeedUploadWait } from '#features/data/feeds/feed-source.picker.tsx';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import { dataSourceTexts, sourceOf } from './data-sources.tsx';
import { projectTypeChoices } from './project-type.picker.tsx';
import { createProject, listProjects, type Project } from './projects.contract.ts';
import { timeZone } from './open-project.tsx';

type Form = RecordFormState<typeof NewProject>;

type Created = OutputOf<typeof createProject>;

interface NewProjectFormProps {
  readonly onCreated: (project: Created) => void;
  readonly onCancel: () => void;
}

/** The fields of a new project. Its first feed is imported right away. */
export function NewProjectForm({ onCreated, onCancel }: NewProjectFormProps) {
  const t = useText();
  const { waitReason, onUploading } = useFeedUploadWait();
  const created = useRef<Created>(null);
  const [address] = useAddress();
  const { data: projects } = useQuery(query(listProjects, {}));
  const copied = projects?.find(({ id }) => String(id) === address[copyParameter]);
  const [initial] = useState(() => blank(copied));
  const create = async (values: z.output<typeof NewProject>) => {
    created.current = await call(createProject, { ...values, time_zone: timeZone() });
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
        feed_availability_url: t('Address of prices and stock'),
        feed_type: t('Type'),
        feed_language: t('Language of the feed'),
        feed_encoding: t('Encoding'),
        feed_separator: t('Separator'),
        feed_headers: t('Headers'),
      }}
      save={create}
      onSaved={() => created.current && onCreated(created.current)}
      saveLabel={t('Add project')}
      onCancel={onCancel}
      waitReason={waitReason}
    >
      {(form) => <Fields form={form} onUploading={onUploading} />}
    </RecordForm>
  );
}

const blank = (source?: Project): z.input<typeof NewProject> => ({
  name: '',
  url: '',
  language: (source?.language as LanguageCode | undefined) ?? (currentLanguage() === 'cs' ? 'cs' : 'en'),
  data_source: 'custom_feed',
  collection: 'products',
  type: source?.type ?? 'search_plugin',
  copy_from: source?.id ?? null,
  feed_url: '',
  file_name: null,
  feed_availability_url: '',
  feed_type: '',
  feed_language: '',
  feed_encoding: '',
  feed_separator: '',
  feed_headers: '',
});

const languageChoices = Object.entries(languages).map(([value, label]) => ({ value, label }));

interface FieldsProps {
  readonly form: Form;
  readonly onUploading: (isUploading: boolean) => void;
}

function Fields({ form, onUploading }: FieldsProps) {
  const t = useText();
  const { data_source: dataSource, feed_url: feedUrl, file_name: fileName = null, feed_type: feedType = '' } = form.values;
  const source = sourceOf(dataSource);
  const sources = Object.entries(dataSourceTexts).map(([value, { name }]) => ({ value, label: t(name) }));
  const setFeed = (url: string, name: string | null) => {
    form.set('feed_url', url);
    form.set('file_name', name);
  };
  const setSource = (next: DataSource) => {
    form.set('data_source', next);
    for (const name of dataSourceTexts.custom_feed.format) if (!sourceOf(next).format.includes(name)) form.set(name, '');
    if (!sourceOf(next).isSent) return;
    setFeed('', null);
    form.set('feed_availability_url', '');
  };
  return (
    <>
      <TextInput {...form.field('name')} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <WebsiteInput field={form.field('url')} value={form.values.url ?? ''} change={(address) => form.set('url', address)} />
        <Select {...form.field('language')} data={languageChoices} searchable allowDeselect={false} />
      </SimpleGrid>
      <Select
        {...form.field('data_source')}
        onChange={(next) => next !== null && setSource(next as DataSource)}
        data={sources}
        description={t(source.hint)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
      />
      {!source.isSent && (
        <>
          <FeedSourcePicker
            field={form.field('feed_url')}
            feedUrl={feedUrl ?? ''}
            fileName={fileName}
            onChange={setFeed}
            onUploading={onUploading}
          />
          <TextInput
            {...form.field('feed_availability_url')}
            type="url"
            inputMode="url"
            placeholder="https://"
            description={t('Optional: a small feed with id, price and stock in CSV, XML or JSON. It never adds items.')}
          />
          <FeedFormatPicker shown={source.format} feedType={feedType} field={form.field} />
        </>
      )}
      <MoreOptions form={form} />
    </>
  );
}

/** What most new projects have as it is. */
function MoreOptions({ form }: { readonly form: Form }) {
  const t = useText();
  const [address] = useAddress();
  const isWrong = (['collection', 'type', 'copy_from'] as const).some((name) => form.field(name).error !== undefined);
  return (
    <ClosedPart title={t('More options')} isWrong={isWrong || address[copyParameter] !== undefined}>
      <PredefinedPicker field={form.field('collection')} />
      <Select {...form.field('type')} data={projectTypeChoices(t)} allowDeselect={false} />
      <CopyFrom form={form} />
    </ClosedPart>
  );
}

/** A project whose rules and settings the person may read. */
function CopyFrom({ form }: { readonly form: Form }) {
  const t = useText();
  const { data: projects = [] } = useQuery(query(listProjects, {}));
  const sources = projects.filter((project) => project.is_copyable);
  const copyFrom = form.values.copy_from == null ? null : Number(form.values.copy_from);
  if (sources.length === 0) return null;
  return (
    <Select
      {...form.field('copy_from')}
      description={t('Takes over its rules and settings, not its items.')}
      placeholder={t('None')}
      value={copyFrom === null ? null : String(copyFrom)}
      onChange={(id) => form.set('copy_from', id === null ? null : Number(id))}
      data={sources.map((source) => ({ value: String(source.id), label: nameAmong(source, sources) }))}
      clearable
    />
  );
}
