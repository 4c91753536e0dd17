import { Button } from '@mantine/core';
import { FilterX } from 'lucide-react';
import { useText } from '#console-kit/text/i18n.ts';
import { Empty } from '#console-kit/page/states.tsx';

/** A filter that no item passes. */
export function NothingLeft({ clear }: { readonly clear: () => void }) {
  const t = useText();
  return (
    <Empty
      icon={FilterX}
      title={t('No item passes the filter')}
      text={t('Choose another value, or clear the filter to see all items.')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Clear filter')}
        </Button>
      }
    />
  );
}
