import { Layers } from 'lucide-react';
import { linkTo } from '#console-kit/state/address.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { Empty } from '#console-kit/page/states.tsx';

/** What pages about a collection show while the project has none. */
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
