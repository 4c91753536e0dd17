import { Select, Text, TextInput } from '@mantine/core';
import { languages } from '#contract/texts/languages.ts';
import { pluginLanguages, pluginTextKeys, type PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { pluginTexts, type TextKey } from '#contract/plugin/texts/texts.ts';
import { ClosedPart } from '#console-kit/form/closed-part.tsx';
import { useLanguage, t } from '#console-kit/text/i18n.ts';
import type { PartProps } from './part.tsx';

export interface TextsPartProps extends PartProps {
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
export function TextsPart({ settings: { texts }, set, language, setLanguage }: TextsPartProps) {
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
