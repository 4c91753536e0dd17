import { Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { call } from '#ui/calls/api.ts';
import { refresh, refreshEverything, followingAnswer } from '#ui/calls/queries.ts';
import { forgetUnsaved, once } from '#ui/state/unsaved.ts';
import { toast } from '#ui/calls/toast.ts';
import { FormFailures } from '#ui/form/form.tsx';
import { InView, DraftConflict } from '#ui/form/conflict.tsx';
import { Withdrawn } from '#ui/calls/saving.ts';
import { useRecordForm, type FieldNames, type RecordFormState } from '#ui/form/record-form.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { showProject } from '#ui/state/session.ts';
import { msg, t } from '#ui/text/i18n.ts';
import {
  type Project,
  type ProjectBeside,
  type ProjectType,
  projectTypes,
  readProject,
  ProjectSettings,
  updateProject,
  readLanguageCost,
} from '#features/owner/projects/projects.contract.ts';
import { Panel } from '#ui/page/panel.tsx';
import { projectTypeNames } from './data-sources.tsx';
import { languageCodes } from '#contract/texts/languages.ts';
import { WebsiteInput } from '#ui/form/text-inputs.tsx';
import { maximumProjectCalls, maximumVisitorCalls } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { formats, languageChoices } from '#ui/text/format.ts';
import { confirm } from '#ui/dialog/confirm.tsx';

type SettingsForm = RecordFormState<typeof ProjectSettings>;
type SettingName = keyof ProjectSettings;

function useSettingNames(): FieldNames<typeof ProjectSettings> {
  return {
    name: t('Name'),
    url: t('Website address'),
    language: t('Language'),
    time_zone: t('Time zone'),
    currency: t('Currency'),
    active: t('Active'),
    type: t('Project type'),
    visitor_calls_per_second: t('Calls of one visitor a second'),
    project_calls_per_second: t('Calls of all visitors a second'),
  };
}

function settingWords(value: unknown, [name]: readonly string[]): string {
  if (name === 'language') return formats.language(String(value));
  if (name === 'currency') return (value as string | null) ?? t('As your items');
  if (name === 'active') return value === true ? t('Yes') : t('No');
  return name === 'type'
    ? t(projectTypeNames[value as ProjectType])
    : String((value as string | number | null) ?? t('As usual on this server'));
}

const zones = once(() => Intl.supportedValuesOf('timeZone'));
const currencies = once(() => Intl.supportedValuesOf('currency'));

function GeneralPanel({ form }: { readonly form: SettingsForm }) {
  const { time_zone: zone, currency, url } = form.values;
  return (
    <Panel title={t('General')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <TextInput {...form.field('name')} />
        <WebsiteInput field={form.field('url')} value={url} change={(address) => form.set('url', address)} />
        <Select {...form.field('language')} data={languageChoices(languageCodes)} searchable allowDeselect={false} />
        <Select {...form.field('time_zone')} data={[...new Set([zone, ...zones()])]} searchable allowDeselect={false} />
        <Select
          {...form.field('currency')}
          data={currencies().map((value) => ({ value, label: `${value} – ${formats.currency(value)}` }))}
          value={currency}
          placeholder={t('As your items')}
          description={
            currency === null
              ? t('For turnover, and prices that name none.')
              : t('For turnover, and prices that name none. Another one converts nothing.')
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          clearable
        />
      </SimpleGrid>
      <Switch {...form.checkbox('active')} description={t('Off: no search and no imports.')} />
    </Panel>
  );
}

const hints: Readonly<Record<ProjectType, string>> = {
  search_plugin: msg('A script in your shop’s pages shows the search.'),
  front_api: msg('Your shop shows results of the front API.'),
};

function TypePanel({ form }: { readonly form: SettingsForm }) {
  const { label, ...field } = form.field('type');
  return (
    <Panel title={t('Type')}>
      <Radio.Group {...field} aria-label={label}>
        <Stack gap={12}>
          {projectTypes.map((type) => (
            <Radio key={type} value={type} label={t(projectTypeNames[type])} description={t(hints[type])} />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

interface ProjectFormProps {
  readonly project: Project;
  readonly usualCalls: ProjectBeside['usual_calls_per_second'];
  readonly restart: () => void;
  readonly children: ReactNode;
}

export function ProjectForm({ project, usualCalls, restart, children }: ProjectFormProps) {
  const client = useQueryClient();
  const names = useSettingNames();
  const ask = useSettingQuestions(project);
  const version = useRef(project.updated_at);
  const { name, url, language, time_zone, currency, active, type, visitor_calls_per_second, project_calls_per_second } = project;
  const form = useRecordForm({
    schema: ProjectSettings,
    initial: {
      name,
      url,
      language: language as ProjectSettings['language'],
      time_zone,
      currency,
      active,
      type,
      visitor_calls_per_second,
      project_calls_per_second,
    },
    names,
    async save(values) {
      await ask(values);
      const saved = await call(updateProject, { ...values, id: project.id, updated_at: version.current });
      forgetUnsaved('page');
      showProject(saved);
      toast({ text: t('Saved.') });
    },
    // A new language changes every collection.
    onSaved: () => void refreshEverything(client),
  });
  const discard = () => {
    forgetUnsaved();
    forgetUnsaved('page');
    restart();
  };
  const settingKeys = Object.keys(names) as SettingName[];
  const changed = settingKeys.filter((key) => form.values[key] !== project[key]);
  const isConflict = form.refusal?.code === 'changedMeanwhile';
  return (
    <>
      {(form.refusal ?? form.failures[0]) && (
        <InView of={form.refusal ?? form.failures}>
          {isConflict && form.refusal ? (
            <DraftConflict
              editor={{
                query: followingAnswer(readProject, { id: project.id }),
                differences: ({ data }) =>
                  settingKeys
                    .map((key) => ({ path: [key], before: project[key], theirs: data[key], mine: form.values[key] }))
                    .filter(({ before, theirs, mine }) => theirs !== before || mine !== before),
                discard: () => {
                  discard();
                  void refresh(client, [readProject]);
                },
              }}
              error={form.refusal}
              versionOf={({ data }) => data.updated_at}
              nameOf={([key]) => names[key as SettingName]}
              says={settingWords}
              keep={({ data }) => {
                for (const key of settingKeys) if (!changed.includes(key)) form.set(key, data[key] as never);
                version.current = data.updated_at;
                form.submit();
              }}
            />
          ) : (
            <FormFailures failures={form.failures} isMarked={form.isMarked} />
          )}
        </InView>
      )}
      <form onSubmit={form.submit} noValidate>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={16}>
          <GeneralPanel form={form} />
          <Stack gap={16}>
            <TypePanel form={form} />
            <CallsPanel form={form} usual={usualCalls} />
          </Stack>
        </SimpleGrid>
      </form>
      {children}
      <SaveBar
        isDirty={form.isDirty}
        isSaving={form.isSaving}
        saveLabel={t('Save changes')}
        save={form.submit}
        discard={discard}
        changes={changed.map((key) => names[key])}
      />
    </>
  );
}

interface CallsPanelProps {
  readonly form: SettingsForm;
  readonly usual: ProjectBeside['usual_calls_per_second'];
}

function CallsPanel({ form, usual }: CallsPanelProps) {
  return (
    <Panel title={t('Calls of the shop')} text={t('Requests above these limits are briefly rejected.')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <CallsField form={form} name="visitor_calls_per_second" usual={usual.visitor} max={maximumVisitorCalls} />
        <CallsField form={form} name="project_calls_per_second" usual={usual.project} max={maximumProjectCalls} />
      </SimpleGrid>
    </Panel>
  );
}

interface CallsFieldProps {
  readonly form: SettingsForm;
  readonly name: 'visitor_calls_per_second' | 'project_calls_per_second';
  readonly usual: number;
  readonly max: number;
}

function CallsField({ form, name, usual, max }: CallsFieldProps) {
  const {
    value: _value,
    onChange: _change,
    ...field
  } = form.field(name) as ReturnType<SettingsForm['field']> & Record<string, unknown>;
  return (
    <NumberField
      {...field}
      value={form.values[name] ?? ''}
      onChange={(value) => form.set(name, value === '' ? null : (value as number))}
      min={1}
      max={max}
      decimals={0}
      placeholder={formats.number(usual)}
      description={t('Empty: {usual} (default).', { usual: formats.number(usual) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

/** Confirms costly changes. Throws `Withdrawn` if the user cancels. */
function useSettingQuestions({ id, name, language, active }: Project): (wanted: ProjectSettings) => Promise<void> {
  const askLanguage = async () => {
    const { item_count: count } = await call(readLanguageCost, { id });
    if (count === 0) return true;
    return confirm({
      title: t('Change language?'),
      text: t('All {count} items are analysed again. Search keeps running.', { count }),
      confirmLabel: t('Change language'),
    });
  };
  const askRest = () =>
    confirm({
      title: t('Deactivate “{name}”?', { name }),
      text: t('Your shop’s search and imports stop.'),
      confirmLabel: t('Deactivate project'),
      isDanger: true,
    });
  return async (wanted) => {
    if (wanted.language !== language && !(await askLanguage())) throw new Withdrawn();
    if (active && !wanted.active && !(await askRest())) throw new Withdrawn();
  };
}
