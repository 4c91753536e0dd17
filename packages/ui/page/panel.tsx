import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PanelProps {
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
  readonly isDanger?: boolean;
  readonly isRegion?: boolean;
  readonly children?: ReactNode;
}

export const Panel = ({ id, title, text, actions, isDanger = false, isRegion = false, children }: PanelProps) => (
  <section className={classes.panel} id={id} data-danger={isDanger} {...(isRegion && { 'aria-label': title })}>
    <Group justify="space-between" align="flex-start" gap={12}>
      <Box className={classes.panelHeading}>
        <Title order={2}>{title}</Title>
        {text !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            {text}
          </Text>
        )}
      </Box>
      {actions && <Group gap={8}>{actions}</Group>}
    </Group>
    {children && (
      <Stack gap={16} mt={16}>
        {children}
      </Stack>
    )}
  </section>
);
