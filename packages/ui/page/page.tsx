import { Anchor, Box, Group, Text, Title, Button, Stack } from '@mantine/core';
import { useDocumentTitle, useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#ui/state/address.ts';
import classes from './page.module.css';
import { Drawer } from './later.tsx';
import { t } from '#ui/text/i18n.ts';

interface HelpProps {
  readonly title: string;
  readonly question?: string;
  readonly children: ReactNode;
}

export function Help({ title, question, children }: HelpProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        color="gray"
        c="dimmed"
        fw={500}
        leftSection={<CircleQuestionMark size={14} aria-hidden />}
        onClick={open}
      >
        {question ?? t('What is this?')}
      </Button>
      <Drawer isOpen={isOpen} onClose={close} position="right" title={title}>
        <Stack gap={12}>{children}</Stack>
      </Drawer>
    </>
  );
}

// May import: `state`, `text` and `calls`.

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
          <Group gap={8} className={classes.actions}>
            {secondary}
            {primary}
          </Group>
        )}
      </Group>
      {toolbar && (
        <Group gap={8} mb={12} className={classes.toolbar}>
          {toolbar}
        </Group>
      )}
      {children}
    </div>
  );
}

export const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
