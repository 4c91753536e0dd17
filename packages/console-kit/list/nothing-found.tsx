import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { useText } from '#console-kit/text/i18n.ts';
import { Empty } from '#console-kit/page/states.tsx';

/** A search of a list that found nothing. */
export function NothingFound({ search, clear }: { readonly search: string; readonly clear: () => void }) {
  const t = useText();
  return (
    <Empty
      icon={SearchX}
      title={t('Nothing matches “{search}”', { search })}
      text={t('Check the spelling or try a shorter word.')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Clear search')}
        </Button>
      }
    />
  );
}
