import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { Empty } from '#ui/page/states.tsx';

export function NoItems() {
  return (
    <Empty
      icon={PackageOpen}
      title={t('There are no items to search yet')}
      text={t('Once a feed is imported, you can try here what your shop will find.')}
      action={
        <Anchor component={Link} to="/data/import">
          {t('Go to the feeds')}
        </Anchor>
      }
    />
  );
}
