import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { msg, t } from '#ui/text/i18n.ts';

const choices = [
  { scheme: 'auto', label: msg('System'), icon: Monitor },
  { scheme: 'light', label: msg('Light'), icon: Sun },
  { scheme: 'dark', label: msg('Dark'), icon: Moon },
] as const;

export function AppearanceMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = (choices.find(({ scheme }) => scheme === colorScheme) ?? choices[0]).icon;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('Appearance')}>
          <Current size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={scheme === colorScheme && <Check size={16} aria-label={t('Selected')} />}
            onClick={() => setColorScheme(scheme)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
