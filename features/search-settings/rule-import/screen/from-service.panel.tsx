import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

export function FromServiceItem() {
  const from = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Menu.Item
      component={Link}
      {...linkTo('/search-settings/import', { from })}
      leftSection={<PackageOpen size={16} aria-hidden />}
    >
      {t('Import from another service')}
    </Menu.Item>
  );
}
