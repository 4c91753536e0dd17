import { Radio, Stack, TextInput } from '@mantine/core';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import { type PartProps, useSettingError } from './part.tsx';

export function PlacePart({ settings, set, problems }: PartProps) {
  const errorOf = useSettingError({ problems });
  const text = (name: 'field_selector' | 'page_path' | 'page_selector' | 'hide_selector') => ({
    value: settings[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => set({ [name]: event.currentTarget.value }),
    error: errorOf(name),
    maxLength: 200,
    spellCheck: false,
    autoComplete: 'off',
  });
  return (
    <Panel title={t('Placement')}>
      <TextInput
        {...text('field_selector')}
        label={t('Search field')}
        description={t('CSS selector of the input. Leave it empty and the plugin finds the field by itself.')}
        placeholder="#search input"
      />
      <Radio.Group
        label={t('Results')}
        value={settings.results}
        onChange={(results) => set({ results: results === 'page' ? 'page' : 'over' })}
      >
        <Stack gap={8} mt={8}>
          <Radio value="over" label={t('Over the page')} />
          <Radio value="page" label={t('On a page of the shop')} />
        </Stack>
      </Radio.Group>
      {settings.results === 'page' && (
        <>
          <TextInput {...text('page_path')} label={t('Page of the shop')} description={t('Its path, such as /search.')} />
          <TextInput
            {...text('page_selector')}
            label={t('Place on the page')}
            description={t('CSS selector of what results stand in. Leave it empty for the main part of the page.')}
            placeholder="main"
          />
        </>
      )}
      <ClosedPart title={t('More')} isWrong={problems.hide_selector !== undefined}>
        <TextInput
          {...text('hide_selector')}
          label={t('Hidden on the page')}
          description={t('CSS selector of what the plugin stands in for, such as suggestions of your shop’s own.')}
        />
      </ClosedPart>
    </Panel>
  );
}
