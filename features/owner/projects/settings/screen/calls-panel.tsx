import { SimpleGrid } from '@mantine/core';
import { maximumProjectCalls, maximumVisitorCalls } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { ProjectBeside } from '#features/owner/projects/projects.contract.ts';
import type { SettingsForm } from './setting-texts.tsx';

interface CallsPanelProps {
  readonly form: SettingsForm;
  readonly usual: ProjectBeside['usual_calls_per_second'];
}

export function CallsPanel({ form, usual }: CallsPanelProps) {
  return (
    <Panel
      title={t('Calls of the shop')}
      text={t('Whoever calls more often is refused for a moment, so that others are answered.')}
    >
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
      description={t('Empty: {usual}, as usual on this server.', { usual: formats.number(usual) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
