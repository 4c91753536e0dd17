import { Button } from '@mantine/core';
import { BookOpen } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';

export const ReferenceButton = () => (
  <Button component="a" href="/docs/reference" target="_blank" variant="default" leftSection={<BookOpen size={16} aria-hidden />}>
    {t('API documentation')}
  </Button>
);
