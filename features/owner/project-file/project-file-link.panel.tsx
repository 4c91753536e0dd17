import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileCog } from 'lucide-react';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** Leads owners to where the selected project is exported and imported. */
export function ProjectFileLink() {
  const t = useText();
  if (!useAllowed('owner')) return null;
  return (
    <Button variant="default" component={Link} {...linkTo('/owner/project-file')} leftSection={<FileCog size={16} aria-hidden />}>
      {t('Project as a file')}
    </Button>
  );
}
