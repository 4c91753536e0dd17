import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Waypoints } from 'lucide-react';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { Feed } from './feeds.contract.ts';
import classes from './feed.module.css';

/** More than anybody reads; feeds can have thousands. */
const shownMappings = 200;

/** Which field of the feed became which field of the items. */
export function FieldMappings({ feed }: { readonly feed: Feed }) {
  const t = useText();
  const all = Object.entries(feed.mapping);
  if (all.length === 0) return null;
  const left = all.length - shownMappings;
  return (
    <section>
      <Group justify="space-between" gap={12}>
        <Title order={2}>{t('Fields')}</Title>
        <Button
          variant="default"
          size="xs"
          component={Link}
          {...linkTo('/data/import/mapping', { id: feed.id })}
          leftSection={<Waypoints size={14} aria-hidden />}
        >
          {t('Edit mapping')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb={12}>
        {t('On the left the name in the feed, on the right the field of your items.')}
      </Text>
      <ul className={classes.mapping}>
        {all.slice(0, shownMappings).map(([from, to]) => (
          <li key={from}>
            <span className={classes.from}>{from}</span>
            <ArrowRight size={14} aria-hidden color="var(--mantine-color-dimmed)" />
            <span>{to === '' ? t('left out') : to}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt={12}>
          {t('And {count} more fields.', { count: left })}
        </Text>
      )}
    </section>
  );
}
