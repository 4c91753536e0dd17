import { Radio, Stack } from '@mantine/core';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { projectTypeNames } from '#features/owner/projects/project-type.picker.tsx';
import { type ProjectType, projectTypes } from '#features/owner/projects/projects.contract.ts';
import type { SettingsForm } from './setting-texts.tsx';

const hints: Readonly<Record<ProjectType, string>> = {
  search_plugin: msg('A script in the pages of the shop shows the search.'),
  front_api: msg('The shop shows the search itself, with answers of the front API.'),
};

/** How the shop searches. */
export function TypePanel({ form }: { readonly form: SettingsForm }) {
  const t = useText();
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
