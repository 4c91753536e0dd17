import { Button } from '@mantine/core';
import { FileX } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { Empty } from '#ui/page/states.tsx';

export function RecordGone({ close }: { readonly close: () => void }) {
  return (
    <Empty
      icon={FileX}
      title={t('It no longer exists.')}
      text={t('Somebody deleted it since the link was made.')}
      action={
        <Button variant="default" onClick={close}>
          {t('Show all')}
        </Button>
      }
    />
  );
}
