import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { keptProjectDays } from '#contract/limits.ts';
import { Empty } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';

export function ProjectDeleted({ person }: { readonly person: string }) {
  return (
    <Empty
      icon={Trash2}
      headingOrder={1}
      title={t('This project was deleted by {person}.', { person })}
      text={t('Its owners can restore it for {days} days in Projects.', { days: keptProjectDays })}
      action={
        <Button component="a" href="/owner/projects?state=deleted">
          {t('Other projects')}
        </Button>
      }
    />
  );
}
