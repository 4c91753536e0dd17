import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { useAddress } from '#ui/state/address.ts';
import { nameAmong } from '#ui/text/namesakes.ts';
import { t } from '#ui/text/i18n.ts';
import { PredefinedPicker } from '#features/data/collections/screen/predefined.picker.tsx';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import { FeedFormatFields } from '#features/data/feeds/screen/feed-format.picker.tsx';
import { dataSourceTexts, sourceOf, projectTypeChoices } from './data-sources.tsx';
import { copyParameter } from './new-project.tsx';
import type { NewProjectFormState } from './new-project-form.tsx';
import { listProjects } from '#features/owner/projects/projects.contract.ts';

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

export function NewProjectOptions({ form, isSent }: NewProjectOptionsProps) {
  const [address] = useAddress();
  const isWrong = rare.some((name) => form.field(name).error !== undefined);
  return (
    <ClosedPart title={t('More options')} isWrong={isWrong || address[copyParameter] !== undefined}>
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
        description={t(source.hint)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
      />
      <TextInput
        {...form.field('feed_availability_url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        description={t('Optional: a small feed with id, price and stock in CSV, XML or JSON. It never adds items.')}
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
