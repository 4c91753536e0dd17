import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { linkTo } from '#ui/state/address.ts';
import { Panel } from '#ui/page/panel.tsx';
import { t } from '#ui/text/i18n.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import classes from './feed.module.css';

const shownAtFirst = 12;
const shownAtMost = 200;

export function FieldMappings({ feed }: { readonly feed: Feed }) {
  const [isWhole, setIsWhole] = useState(false);
  const all = Object.entries(feed.mapping);
  if (all.length === 0) return null;
  const shown = all.slice(0, isWhole ? shownAtMost : shownAtFirst);
  const left = all.length - shown.length;
  return (
    <Panel
      title={t('Fields')}
      text={t('On the left the name in the feed, on the right the field of your items.')}
      actions={
        <Button
          variant="default"
          size="xs"
          component={Link}
          {...linkTo('/data/import/mapping', { id: feed.id })}
          leftSection={<Waypoints size={14} aria-hidden />}
        >
          {t('Edit mapping')}
        </Button>
      }
    >
      <ul className={classes.mapping}>
        {shown.map(([from, to]) => (
          <li key={from}>
            <span className={classes.from}>{from}</span>
            <ArrowRight size={14} aria-hidden color="var(--mantine-color-dimmed)" />
            <span>{to === '' ? t('ignored') : to}</span>
          </li>
        ))}
      </ul>
      {left > 0 && !isWhole && (
        <Button variant="subtle" size="xs" w="max-content" onClick={() => setIsWhole(true)}>
          {t('Show {count} more fields', { count: left })}
        </Button>
      )}
      {left > 0 && isWhole && t('And {count} more fields.', { count: left })}
    </Panel>
  );
}
