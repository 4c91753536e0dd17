import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** Leads to where files of other services are imported, and from there back to this list. */
export function FromServiceItem() {
  const t = useText();
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
