import { Group, Switch, Text } from '@mantine/core';
import { Panel } from '#console-kit/page/panel.tsx';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { PartProps } from './part.tsx';
import { TextsPart, type TextsPartProps } from './texts-part.tsx';

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
