import { Group, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { textOn } from '#contract/plugin/colours.ts';
import {
  mostCorners,
  pluginLanguages,
  type PluginSettings,
  pluginTextKeys,
  pluginThemes,
} from '#contract/plugin/plugin-settings.ts';
import { pluginTexts } from '#contract/plugin/texts/texts.ts';
import { languageChoices } from '#ui/text/format.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { ClosedPart } from '#ui/form/drawer-form.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { linkTo } from '#ui/state/address.ts';
import { msg, t, useLanguage } from '#ui/text/i18n.ts';
import type { PluginEditor } from './use-plugin-editor.tsx';
import classes from './plugin.module.css';

export type TextLanguage = keyof PluginSettings['texts'];

interface PartProps {
  readonly editor: PluginEditor;
}

interface ContentProps extends PartProps {
  readonly language: TextLanguage;
  readonly setLanguage: (language: TextLanguage) => void;
}

export const PluginForm = (props: ContentProps) => (
  <>
    <PlacePart {...props} />
    <LookPart {...props} />
    <ContentPart {...props} />
    <EventsPart {...props} />
  </>
);

const errorOf = ({ problems }: PluginEditor, name: keyof PluginSettings): string | undefined =>
  problems[name] && problemText(t, problems[name]);

type SwitchName = { [Name in keyof PluginSettings]: PluginSettings[Name] extends boolean ? Name : never }[keyof PluginSettings];

interface SettingSwitchProps extends PartProps {
  readonly name: SwitchName;
  readonly label: string;
  readonly description?: string;
}

const SettingSwitch = ({ editor, name, ...words }: SettingSwitchProps) => (
  <Switch {...words} checked={editor.draft[name]} onChange={(event) => editor.edit({ [name]: event.currentTarget.checked })} />
);

function PlacePart({ editor }: PartProps) {
  const { draft, edit } = editor;
  const text = (name: 'field_selector' | 'page_path' | 'page_selector' | 'hide_selector') => ({
    value: draft[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => edit({ [name]: event.currentTarget.value }),
    error: errorOf(editor, name),
    maxLength: 200,
    spellCheck: false,
    autoComplete: 'off',
  });
  return (
    <Panel title={t('Placement')}>
      <TextInput
        {...text('field_selector')}
        label={t('Search field')}
        description={t('CSS selector of the search input. Leave empty to detect it.')}
        placeholder="#search input"
      />
      <Radio.Group
        label={t('Results')}
        value={draft.results}
        onChange={(results) => edit({ results: results === 'page' ? 'page' : 'over' })}
      >
        <Stack gap={8} mt={8}>
          <Radio value="over" label={t('Over the page')} />
          <Radio value="page" label={t('On a page of the shop')} />
        </Stack>
      </Radio.Group>
      {draft.results === 'page' && (
        <>
          <TextInput {...text('page_path')} label={t('Page of the shop')} description={t('Its path, such as /search.')} />
          <TextInput
            {...text('page_selector')}
            label={t('Place on the page')}
            description={t('CSS selector. Leave it empty for the main part of the page.')}
            placeholder="main"
          />
        </>
      )}
      <ClosedPart title={t('More')} isWrong={editor.problems.hide_selector !== undefined}>
        <TextInput
          {...text('hide_selector')}
          label={t('Hidden on the page')}
          description={t('CSS selector of what the plugin replaces, such as your shop’s own suggestions.')}
        />
      </ClosedPart>
    </Panel>
  );
}

const themeNames: Readonly<Record<PluginSettings['theme'], string>> = {
  shop: msg('As the shop'),
  light: msg('Light'),
  dark: msg('Dark'),
};

function LookPart({ editor }: PartProps) {
  const { accent, corners, theme } = editor.draft;
  const isColour = editor.problems.accent === undefined;
  return (
    <Panel title={t('Appearance')} text={t('Font: of the shop')}>
      <div className={classes.pair}>
        <TextInput
          label={t('Accent colour')}
          value={accent}
          onChange={(event) => editor.edit({ accent: event.currentTarget.value.trim() })}
          error={errorOf(editor, 'accent')}
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
              onChange={(event) => editor.edit({ accent: event.currentTarget.value })}
            />
          }
        />
        <NumberField
          label={t('Corners')}
          value={corners}
          onChange={(value) => editor.edit({ corners: value as number })}
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
        onChange={(value) => editor.edit({ theme: pluginThemes.find((one) => one === value) ?? 'shop' })}
        allowDeselect={false}
      />
    </Panel>
  );
}

function ContentPart(props: ContentProps) {
  const { editor } = props;
  return (
    <Panel title={t('Content')}>
      <Group gap="12px 24px">
        <SettingSwitch editor={editor} name="shows_price" label={t('Price')} />
        <SettingSwitch editor={editor} name="shows_stock" label={t('Stock')} />
        <SettingSwitch editor={editor} name="shows_old_price" label={t('Old price')} />
        <SettingSwitch editor={editor} name="shows_brand" label={t('Brand')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('Filters and sorting come from your result settings.')}{' '}
        <AllowedLink needs="developer" to={linkTo('/developer/result-settings', { tab: 'search' })}>
          {t('Result settings')}
        </AllowedLink>
      </Text>
      <OwnTexts {...props} />
    </Panel>
  );
}

/** The plugin's own word, in its plural. */
function usualText(language: string, key: (typeof pluginTextKeys)[number]): string {
  const known = language in pluginTexts ? pluginTexts[language as keyof typeof pluginTexts] : pluginTexts.en;
  const text = known[key];
  return typeof text === 'string' ? text : text.other;
}

function OwnTexts({ editor, language, setLanguage }: ContentProps) {
  const ofConsole = useLanguage();
  const { texts } = editor.draft;
  const own = texts[language] ?? {};
  const count = Object.values(texts).reduce((sum, one) => sum + Object.keys(one).length, 0);
  const change = (key: (typeof pluginTextKeys)[number], text: string) => {
    const { [key]: _before, ...others } = own;
    const next = text === '' ? others : { ...own, [key]: text };
    const { [language]: _own, ...ofOthers } = texts;
    editor.edit({ texts: Object.keys(next).length === 0 ? ofOthers : { ...texts, [language]: next } });
  };
  return (
    <ClosedPart title={t('Texts')} {...(count > 0 && { summary: t('{count} own texts', { count }) })}>
      <Select
        label={t('Language')}
        data={languageChoices(pluginLanguages)}
        value={language}
        onChange={(value) => setLanguage(pluginLanguages.find((one) => one === value) ?? 'en')}
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed">
        {t('Empty fields use the grey text. {marks} are placeholders for numbers and queries.', { marks: '{n}, {q}, {a}, {b}' })}
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

const cartButton = `<button data-aisle-cart="ITEM-ID" data-quantity="1"
        data-price="890" data-currency="CZK">…</button>`;

const purchase = `<script>
  window.aisle = window.aisle || [];
  aisle.push(['purchase', [
    { item_id: 'ITEM-ID', quantity: 1, price: 890, currency: 'CZK' },
  ]]);
</script>`;

function EventsPart({ editor }: PartProps) {
  return (
    <Panel title={t('Privacy and events')} text={t('Works without cookies.')}>
      <SettingSwitch editor={editor} name="sends_clicks" label={t('Clicks')} description={t('Items shown and clicked.')} />
      <SettingSwitch
        editor={editor}
        name="sends_purchases"
        label={t('Cart and purchases')}
        description={t('Items put into the cart and bought, if your shop reports them.')}
      />
      {editor.draft.sends_purchases && (
        <ClosedPart title={t('How to report carts and purchases')}>
          <Text size="sm">{t('Give the cart button these attributes:')}</Text>
          <CodeBlock code={cartButton} copyLabel={t('Copy')} />
          <Text size="sm">{t('List what was bought on the thank-you page:')}</Text>
          <CodeBlock code={purchase} copyLabel={t('Copy')} />
        </ClosedPart>
      )}
    </Panel>
  );
}
