import { ActionIcon, Menu } from '@mantine/core';
import { Check, Languages } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { followPerson, useLanguage, t } from '#ui/text/i18n.ts';
import { type Language, languageCodes, languageNames, languageTag, offeredLanguage } from '#ui/text/language.ts';
import { keepLanguage } from '#features/account/account.contract.ts';

export function LanguageMenu() {
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
            onClick={() => void choose(code)}
          >
            {offeredLanguage(code)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function choose(code: Language): Promise<void> {
  await followPerson(code);
  await call(keepLanguage, { language: code }).catch(() => undefined);
}
