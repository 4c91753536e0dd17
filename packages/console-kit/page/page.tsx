import { Box, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import classes from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** Of a title that is cut, such as one with a long query, all of it. */
  readonly titleInFull?: string;
  /** One sentence: what this page is for, where the title doesn't say it. */
  readonly purpose?: string;
  /** The one primary action. */
  readonly primary?: ReactNode;
  readonly secondary?: ReactNode;
  /** Search, filters and count, above the content. */
  readonly toolbar?: ReactNode;
  /** What is this? — with one worked example. */
  readonly help?: ReactNode;
  /** Previews and curations use the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The one layout of all pages behind sign-in. */
export function Page({ title, titleInFull, purpose, primary, secondary, toolbar, help, isWide = false, children }: PageProps) {
  useDocumentTitle(`${title} · Aisle`);
  return (
    <div className={classes.page} data-wide={isWide}>
      <Group justify="space-between" align="flex-start" gap={16} mb={20}>
        <Box className={classes.heading}>
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

function Help({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useText();
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
        {t('What is this?')}
      </Button>
      <Drawer opened={isOpen} onClose={close} position="right" title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
        <Stack gap={12}>{children}</Stack>
      </Drawer>
    </>
  );
}
