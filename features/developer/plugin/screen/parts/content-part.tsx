import { Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { Panel } from '#ui/page/panel.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t, useLanguage } from '#ui/text/i18n.ts';
import type { PartProps } from './part.tsx';
import { languages } from '#contract/texts/languages.ts';
import { pluginLanguages, type PluginSettings, pluginTextKeys } from '#contract/plugin/plugin-settings.ts';
import { pluginTexts, type TextKey } from '#contract/plugin/texts/texts.ts';
import { ClosedPart } from '#ui/form/closed-part.tsx';

export function ContentPart({ settings, set, problems, ...texts }: PartProps & Pick<TextsPartProps, 'language' | 'setLanguage'>) {
  const facts = [
    ['shows_price', t('Price')],
    ['shows_stock', t('Stock')],
    ['shows_old_price', t('Old price')],
    ['shows_brand', t('Brand')],
  ] as const;
  return (
    <Panel title={t('Content')}>
      <Group gap="12px 24px">
        {facts.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={settings[name]}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {t('What results are filtered and sorted by comes of the items and the result settings.')}{' '}
        <AllowedLink needs="developer" to={linkTo('/developer/result-settings', { tab: 'search' })}>
          {t('Result settings')}
        </AllowedLink>
      </Text>
      <TextsPart settings={settings} set={set} problems={problems} {...texts} />
    </Panel>
  );
}

interface TextsPartProps extends PartProps {
  readonly language: keyof PluginSettings['texts'];
  readonly setLanguage: (language: keyof PluginSettings['texts']) => void;
}

/** What the plugin says by itself, as it says it of many. */
function usualText(language: string, key: TextKey): string {
  const known = language in pluginTexts ? pluginTexts[language as keyof typeof pluginTexts] : pluginTexts.en;
  const text = known[key];
  return typeof text === 'string' ? text : text.other;
}

/** Words of the shop's own, by language. What is left empty is said in the plugin's. */
function TextsPart({ settings: { texts }, set, language, setLanguage }: TextsPartProps) {
  const ofConsole = useLanguage();
  const own = texts[language] ?? {};
  const count = Object.values(texts).reduce((sum, one) => sum + Object.keys(one).length, 0);
  const change = (key: (typeof pluginTextKeys)[number], text: string) => {
    const { [key]: _before, ...others } = own;
    const next = text === '' ? others : { ...own, [key]: text };
    const { [language]: _own, ...ofOthers } = texts;
    set({ texts: Object.keys(next).length === 0 ? ofOthers : { ...texts, [language]: next } });
  };
  return (
    <ClosedPart title={t('Texts')} {...(count > 0 && { summary: t('{count} own texts', { count }) })}>
      <Select
        label={t('Language')}
        data={pluginLanguages.map((value) => ({ value, label: languages[value] }))}
        value={language}
        onChange={(value) => setLanguage(pluginLanguages.find((one) => one === value) ?? 'en')}
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed">
        {t('What you leave empty is said as it is shown in grey. {marks} stand for numbers and queries.', {
          marks: '{n}, {q}, {a}, {b}',
        })}
      </Text>
      {pluginTextKeys.map((key) => (
        <TextInput
          key={key}
          label={usualText(ofConsole, key)}
          placeholder={usualText(language, key)}
          value={own[key] ?? ''}
          onChange={(event) => change(key, event.currentTarget.value)}
          maxLength={200}
          lang={language}
          autoComplete="off"
        />
      ))}
    </ClosedPart>
  );
}
