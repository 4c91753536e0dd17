import { Select, TextInput } from '@mantine/core';
import { textOn } from '#contract/plugin/colours.ts';
import { mostCorners, type PluginSettings, pluginThemes } from '#contract/plugin/plugin-settings.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { type PartProps, useSettingError } from './part.tsx';
import classes from './look-part.module.css';

const themeNames: Readonly<Record<PluginSettings['theme'], string>> = {
  shop: msg('As the shop'),
  light: msg('Light'),
  dark: msg('Dark'),
};

export function LookPart({ settings, set, problems }: PartProps) {
  const errorOf = useSettingError({ problems });
  const { accent, corners, theme } = settings;
  const isColour = problems.accent === undefined;
  return (
    <Panel title={t('Look')} text={t('Font: of the shop')}>
      <div className={classes.pair}>
        <TextInput
          label={t('Accent colour')}
          value={accent}
          onChange={(event) => set({ accent: event.currentTarget.value.trim() })}
          error={errorOf('accent')}
          description={
            isColour && textOn(accent) === '#000000' ? t('White text isn’t readable on it; black is used.') : undefined
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          spellCheck={false}
          autoComplete="off"
          leftSection={
            <input
              type="color"
              className={classes.colour}
              aria-label={t('Choose the colour')}
              value={isColour ? accent.toLowerCase() : '#000000'}
              onChange={(event) => set({ accent: event.currentTarget.value })}
            />
          }
        />
        <NumberField
          label={t('Corners')}
          value={corners}
          onChange={(value) => set({ corners: value as number })}
          min={0}
          max={mostCorners}
          decimals={0}
          isNeeded
        />
      </div>
      <Select
        label={t('Theme')}
        data={pluginThemes.map((value) => ({ value, label: t(themeNames[value]) }))}
        value={theme}
        onChange={(value) => set({ theme: pluginThemes.find((one) => one === value) ?? 'shop' })}
        allowDeselect={false}
      />
    </Panel>
  );
}
