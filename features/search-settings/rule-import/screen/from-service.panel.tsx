import { MenuItem } from '#ui/page/popup.tsx';
import { PackageOpen } from 'lucide-react';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

export const FromServiceItem = () => (
  <MenuItem to={linkTo('/search-settings/import')} leftSection={<PackageOpen size={16} aria-hidden />}>
    {t('Import from another service')}
  </MenuItem>
);
