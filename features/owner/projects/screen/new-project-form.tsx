import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { OutputOf } from '#contract/endpoint.ts';
import { type LanguageCode, languageCodes } from '#contract/texts/languages.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { ClosedPart } from '#ui/form/drawer-form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { WebsiteInput } from '#ui/form/text-inputs.tsx';
import { t, currentLanguage } from '#ui/text/i18n.ts';
import type { TestedFeed } from '#features/data/feed-test/screen/feed-step.panel.tsx';
import { createProject, listProjects, ProjectInput } from '#features/owner/projects/projects.contract.ts';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { languageChoices, nameAmong } from '#ui/text/format.ts';
import { PredefinedPicker } from '#features/data/collections/screen/predefined.picker.tsx';
import { FeedFormatFields } from '#features/data/feeds/screen/feed-format.picker.tsx';
import { dataSourceTexts, sourceOf, projectTypeChoices } from './data-sources.tsx';

/** A feed is needed for all sources but `aisle_api`. */
const NewProject = z.omit(ProjectInput, { time_zone: true }).check(
  z.refine((project) => project.data_source === 'aisle_api' || project.feed_url !== '', {
    path: ['feed_url'],
    error: 'required',
  }),
);

const dataSources: Readonly<Record<string, DataSource>> = {
  google: 'google',
  heureka: 'heureka',
  shoptet: 'shoptet',
  aisle: 'aisle_feed',
};

/** Must be chosen. */
const unknownLanguage = '' as LanguageCode;

function newProjectFrom(feed: TestedFeed | null): z.input<typeof NewProject> {
  const found = feed?.found ?? null;
  return {
    name: found?.name ?? '',
    url: found?.url ?? '',
    language: found?.language ?? (feed !== null ? unknownLanguage : currentLanguage() === 'cs' ? 'cs' : 'en'),
    data_source: feed === null ? 'aisle_api' : (dataSources[found?.source ?? ''] ?? 'custom_feed'),
    collection: 'products',
    type: 'search_plugin',
    copy_from: null,
    feed_url: feed?.feed_url ?? '',
    file_name: feed?.file_name ?? null,
    feed_availability_url: '',
    feed_type: '',
    feed_language: '',
    feed_encoding: '',
    feed_separator: '',
    feed_headers: '',
    feed_tag_name: feed?.tag_name ?? '',
  };
}

/** Selects a new project and opens its first import, or its items if the shop sends them. */
export function openProject({ token, feed_id: feedId }: { readonly token: string; readonly feed_id: number | null }): void {
  void switchProject(token, feedId === null ? '/developer/aisle-documents' : `/data/import/edit?id=${feedId}`);
}

/** A new project gets the browser's time zone. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface NewProjectOptionsProps {
  readonly form: NewProjectFormState;
  readonly isSent: boolean;
}

const rare = [
  'collection',
  'type',
  'copy_from',
  'data_source',
  'feed_url',
  'feed_availability_url',
  'feed_type',
  'feed_language',
  'feed_encoding',
  'feed_separator',
  'feed_headers',
] as const;

function NewProjectOptions({ form, isSent }: NewProjectOptionsProps) {
  const isWrong = rare.some((name) => form.field(name).error !== undefined);
  return (
    <ClosedPart title={t('More options')} isWrong={isWrong}>
      <CopyFrom form={form} />
      <PredefinedPicker field={form.field('collection')} />
      <Select {...form.field('type')} data={projectTypeChoices(t)} allowDeselect={false} />
      {!isSent && <FeedOptions form={form} />}
    </ClosedPart>
  );
}

function FeedOptions({ form }: { readonly form: NewProjectFormState }) {
  const source = sourceOf(form.values.data_source);
  const sources = Object.entries(dataSourceTexts).flatMap(([value, { name, ...texts }]) =>
    'isSent' in texts ? [] : [{ value, label: t(name) }],
  );
  const setSource = (next: DataSource) => {
    form.set('data_source', next);
    for (const name of dataSourceTexts.custom_feed.format) if (!sourceOf(next).format.includes(name)) form.set(name, '');
  };
  return (
    <>
      <Select
        {...form.field('data_source')}
        onChange={(next) => next !== null && setSource(next as DataSource)}
        data={sources}
        {...(source.hint !== undefined && { description: t(source.hint) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
      />
      <TextInput
        {...form.field('feed_availability_url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        description={t('Optional: a small feed with id, price and stock.')}
      />
      <FeedFormatFields shown={source.format} feedType={form.values.feed_type ?? ''} field={form.field} />
    </>
  );
}

function CopyFrom({ form }: { readonly form: NewProjectFormState }) {
  const { data: projects = [] } = useQuery(query(listProjects, {}));
  const sources = projects.filter((project) => project.is_copyable);
  const copyFrom = form.values.copy_from == null ? null : Number(form.values.copy_from);
  if (sources.length === 0) return null;
  return (
    <Select
      {...form.field('copy_from')}
      description={t('Copies rules and settings, without items.')}
      placeholder={t('None')}
      value={copyFrom === null ? null : String(copyFrom)}
      onChange={(id) => form.set('copy_from', id === null ? null : Number(id))}
      data={sources.map((source) => ({ value: String(source.id), label: nameAmong(source, sources) }))}
      clearable
    />
  );
}

export type CreatedProject = OutputOf<typeof createProject>;
type NewProjectFormState = RecordFormState<typeof NewProject>;

interface NewProjectFormProps {
  /** null for a project without a feed. */
  readonly feed: TestedFeed | null;
  readonly onCreated: (project: CreatedProject) => void;
  readonly onBack: () => void;
}

export function NewProjectForm({ feed, onCreated, onBack }: NewProjectFormProps) {
  const created = useRef<CreatedProject>(null);
  const [initial] = useState(() => newProjectFrom(feed));
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
      cancel={onBack && { label: t('Back'), run: onBack }}
    >
      {(form) => <Fields form={form} feed={feed} />}
    </RecordForm>
  );
}

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
          data={languageChoices(languageCodes)}
          searchable
          allowDeselect={false}
          description={
            feed !== null && found?.language == null
              ? t('The feed doesn’t show it. Choose the language of your texts.')
              : origin(form.values.language === found?.language)
          }
          inputWrapperOrder={below}
        />
      </SimpleGrid>
      <NewProjectOptions form={form} isSent={feed === null} />
    </>
  );
}

const below = ['label' as const, 'input' as const, 'description' as const, 'error' as const];
