import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { languages } from '#contract/texts/languages.ts';
import { WebsiteInput } from '#console-kit/form/website-input.tsx';
import { once } from '#console-kit/state/once.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { t } from '#console-kit/text/i18n.ts';
import type { SettingsForm } from './setting-texts.tsx';

const languageChoices = Object.entries(languages).map(([value, label]) => ({ value, label }));
const zones = once(() => Intl.supportedValuesOf('timeZone'));

export function GeneralPanel({ form }: { readonly form: SettingsForm }) {
  const { time_zone: zone, url } = form.values;
  return (
    <Panel title={t('General')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <TextInput {...form.field('name')} />
        <WebsiteInput field={form.field('url')} value={url} change={(address) => form.set('url', address)} />
        <Select {...form.field('language')} data={languageChoices} searchable allowDeselect={false} />
        <Select
          {...form.field('time_zone')}
          data={[...new Set([zone, ...zones()])]}
          searchable
          allowDeselect={false}
          description={t('Midnight means {zone}.', { zone })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </SimpleGrid>
      <Switch {...form.checkbox('active')} description={t('An inactive project answers no shop and imports nothing.')} />
    </Panel>
  );
}
