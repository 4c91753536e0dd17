import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

export const FromServiceItem = () => (
  <Menu.Item component={Link} {...linkTo('/search-settings/import')} leftSection={<PackageOpen size={16} aria-hidden />}>
    {t('Import from another service')}
  </Menu.Item>
);
