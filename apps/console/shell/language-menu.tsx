import { ActionIcon, Menu } from '@mantine/core';
import { Check, Languages } from 'lucide-react';
import { changeLanguage, useLanguage, useText } from '#console-kit/i18n.ts';
import { languageCodes, languageNames, languageTag } from '#console-kit/language.ts';

/** The languages of the console, each by its own name. */
export function LanguageMenu() {
  const t = useText();
  const language = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Language: {name}', { name: languageNames[language] })}>
          <Languages size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languageCodes.map((code) => (
          <Menu.Item
            key={code}
            lang={languageTag(code)}
            rightSection={code === language && <Check size={16} aria-label={t('Selected')} />}
            onClick={() => void changeLanguage(code)}
          >
            {languageNames[code]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
