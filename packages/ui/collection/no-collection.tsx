import { Layers } from 'lucide-react';
import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { t } from '#ui/text/i18n.ts';
import { Empty } from '#ui/page/states.tsx';

export function NoCollection() {
  return (
    <Empty
      icon={Layers}
      title={t('This project has no collection yet.')}
      text={t('A collection holds one kind of items, such as products. Feeds fill it, and your shop searches in it.')}
      action={
        <AllowedLink needs="data" to={linkTo('/data/collections', { edit: 'new' })}>
          {t('Add collection')}
        </AllowedLink>
      }
    />
  );
}
