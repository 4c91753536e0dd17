import { Button, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { Empty } from '#ui/page/states.tsx';

interface FullPageMessageProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly details?: readonly string[];
  readonly action: { readonly label: string; readonly address: string };
}

export function FullPageMessage({ icon, title, text, details = [], action }: FullPageMessageProps) {
  useDocumentTitle(`${title} · Aisle`);
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeItems: 'center' }}>
      <Empty
        icon={icon}
        title={title}
        text={text}
        headingOrder={1}
        details={details.map((detail) => (
          <Text key={detail} size="sm" ta="center">
            {detail}
          </Text>
        ))}
        action={
          <Button component="a" href={action.address}>
            {action.label}
          </Button>
        }
      />
    </main>
  );
}
