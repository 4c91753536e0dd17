import { Button, Group, Switch, Text } from '@mantine/core';
import { History, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { TriedRow, TriedSearch } from './tried-search.picker.tsx';
import classes from './tried-search.module.css';

/** What is searched with, as a title. */
export function triedTitle(t: Translate, { release, without }: Pick<TriedSearch, 'release' | 'without'>): string {
  if (release === 'draft') return t('Search with the draft');
  if (release !== 'live') return t('Search as of release {number}', { number: release });
  return t('Search without {count} rules', { count: without.split(',').length });
}

const noteOf = (t: Translate, release: string): string =>
  release === 'draft'
    ? t('Rules and relevance as they are saved, live or not.')
    : release === 'live'
      ? t('Nothing is saved. Customers search with all rules.')
      : t('Rules and relevance as they were, items as they are now.');

interface TriedFrameProps {
  readonly tried: TriedSearch;
  readonly rows?: readonly (TriedRow & { readonly name: string })[];
  readonly hasBeside?: boolean;
  readonly children: ReactNode;
}

/** A frame around what is found by anything else than what is live, so that nobody takes it for that. */
export function TriedFrame({ tried, rows = [], hasBeside = false, children }: TriedFrameProps) {
  if (tried.isLive) return children;
  return (
    <section className={classes.frame} aria-label={triedTitle(t, tried)}>
      <div className={classes.head}>
        <History size={16} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <Text size="sm" fw={600} component="h2">
            {triedTitle(t, tried)}
          </Text>
          <Text size="sm">{noteOf(t, tried.release)}</Text>
        </div>
        <Group gap={12}>
          {hasBeside && (
            <Switch
              size="sm"
              label={t('Compare with now')}
              checked={tried.isBeside}
              onChange={({ currentTarget }) => tried.setBeside(currentTarget.checked)}
            />
          )}
          <Button size="xs" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={tried.clear}>
            {t('Back to live')}
          </Button>
        </Group>
      </div>
      {rows.length > 0 && (
        <Group gap={8} mt={8} role="group" aria-label={t('Turned off here')}>
          <Text size="sm">{t('Turned off here:')}</Text>
          {rows.map((row) => (
            <Button
              key={`${row.source} ${row.id}`}
              size="compact-sm"
              variant="default"
              leftSection={<Undo2 size={14} aria-hidden />}
              aria-label={t('Turn on “{name}” again', { name: row.name })}
              title={t('Turn on “{name}” again', { name: row.name })}
              onClick={() => tried.turnOn(row)}
            >
              {row.name}
            </Button>
          ))}
        </Group>
      )}
      <div className={classes.content}>{children}</div>
    </section>
  );
}
