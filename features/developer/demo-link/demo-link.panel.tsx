import { Anchor, Button } from '@mantine/core';
import { Store } from 'lucide-react';
import { demoShopPath } from '#contract/plugin/plugin-preview.ts';
import { useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';

interface DemoLinkProps {
  readonly kind: 'button' | 'words';
}

export function DemoLink({ kind }: DemoLinkProps) {
  const project = useProject();
  if (!project) return null;
  const link = { href: demoShopPath(project.token), target: '_blank', rel: 'noopener' };
  const words = t('View as customer');
  if (kind === 'words') return <Anchor {...link}>{words}</Anchor>;
  // Two lines on a phone, in languages that say it at length.
  return (
    <Button
      component="a"
      {...link}
      variant="default"
      leftSection={<Store size={16} aria-hidden />}
      maw="100%"
      h="auto"
      mih={36}
      py={6}
    >
      {words}
    </Button>
  );
}
