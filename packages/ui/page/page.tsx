// May import: `state`, `text` and `calls`.
import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#ui/state/address.ts';
import { Help } from './help.tsx';
import classes from './page.module.css';

interface ParentPage {
  readonly title: string;
  readonly link: LinkTarget;
}

export interface PageProps {
  readonly parent?: ParentPage;
  readonly title: string;
  readonly titleInFull?: string;
  readonly purpose?: string;
  readonly primary?: ReactNode;
  readonly secondary?: ReactNode;
  readonly toolbar?: ReactNode;
  readonly help?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Page({
  parent,
  title,
  titleInFull,
  purpose,
  primary,
  secondary,
  toolbar,
  help,
  isWide = false,
  children,
}: PageProps) {
  useDocumentTitle(`${title} · Aisle`);
  return (
    <div className={classes.page} data-wide={isWide}>
      <Group justify="space-between" align="flex-start" gap={16} mb={20}>
        <Box className={classes.heading}>
          {parent && (
            <Anchor component={Link} {...parent.link} size="sm" className={classes.parent}>
              {parent.title}
              <ChevronRight size={14} aria-hidden />
            </Anchor>
          )}
          <Title order={1} title={titleInFull}>
            {title}
          </Title>
          {(purpose !== undefined || help) && (
            <Text c="dimmed" size="sm" mt={2} component="div">
              {purpose} {help && <Help title={title}>{help}</Help>}
            </Text>
          )}
        </Box>
        {(primary || secondary) && (
          <Group gap={8}>
            {secondary}
            {primary}
          </Group>
        )}
      </Group>
      {toolbar && (
        <Group gap={8} mb={12}>
          {toolbar}
        </Group>
      )}
      {children}
    </div>
  );
}
