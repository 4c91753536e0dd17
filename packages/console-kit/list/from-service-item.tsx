import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** Leads to where files of other services are imported. */
export function FromServiceItem() {
  const t = useText();
  return (
    <Menu.Item component={Link} {...linkTo('/search-settings/import')} leftSection={<PackageOpen size={16} aria-hidden />}>
      {t('Import from another service')}
    </Menu.Item>
  );
}
