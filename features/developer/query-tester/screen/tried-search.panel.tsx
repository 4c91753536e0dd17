import { Button, Group, Text } from '@mantine/core';
import { History, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ReleasePicker } from '#features/search-settings/releases/screen/release.picker.tsx';
import classes from './query-tester.module.css';

export interface TriedRow {
  readonly source: string;
  readonly id: number;
}

export interface TriedSearch {
  /** `live`, `draft`, or the number of a release. */
  readonly release: string;
  /** Rules turned off, as calls accept them; empty for none. */
  readonly without: string;
  readonly isLive: boolean;
  readonly setRelease: (release: string) => void;
  readonly turnOff: (row: TriedRow) => void;
  readonly turnOn: (row: TriedRow) => void;
  readonly clear: () => void;
}

const isRelease = /^(draft|[1-9]\d{0,8})$/;
const isWithout = /^[\w-]{1,50}:[1-9]\d{0,14}(,[\w-]{1,50}:[1-9]\d{0,14}){0,49}$/;

export function useTriedSearch(): TriedSearch {
  const [address, change] = useAddress<'/developer/query-tester'>();
  const release = isRelease.test(address['release'] ?? '') ? (address['release'] ?? '') : 'live';
  const without = isWithout.test(address['without'] ?? '') ? (address['without'] ?? '') : '';
  const rows = without === '' ? [] : without.split(',');
  const write = ({ source, id }: TriedRow) => `${source}:${id}`;
  const isLive = release === 'live' && without === '';
  return {
    release,
    without,
    isLive,
    setRelease: (next) => change({ release: next === 'live' ? undefined : next, page: undefined }),
    turnOff: (row) => change({ without: [...new Set([...rows, write(row)])].join(), page: undefined }),
    turnOn: (row) => change({ without: rows.filter((one) => one !== write(row)).join(), page: undefined }),
    clear: () => change({ release: undefined, without: undefined, page: undefined }),
  };
}

export const triedInput = ({ release, without }: Pick<TriedSearch, 'release' | 'without'>) => ({ release, without });

export function SearchedWith({ tried }: { readonly tried: TriedSearch }) {
  return (
    <ReleasePicker
      label={t('Search with')}
      value={tried.release}
      pick={tried.setRelease}
      others={[
        { value: 'live', label: t('Live') },
        { value: 'draft', label: t('Draft') },
      ]}
      nameOf={(number) => t('Release {number}', { number })}
      width={150}
    />
  );
}

function triedTexts({ release, without }: TriedSearch): readonly [title: string, note: string] {
  if (release === 'draft') return [t('Search with the draft'), t('Saved rules and relevance, live or not.')];
  if (release !== 'live')
    return [t('Search as of release {number}', { number: release }), t('Rules and relevance of that release, current items.')];
  return [t('Search without {count} rules', { count: without.split(',').length }), t('Customers still search with all rules.')];
}

interface TriedFrameProps {
  readonly tried: TriedSearch;
  readonly rows?: readonly (TriedRow & { readonly name: string })[];
  readonly children: ReactNode;
}

/** Frames results that aren't those of live search. */
export function TriedFrame({ tried, rows = [], children }: TriedFrameProps) {
  if (tried.isLive) return children;
  const [title, note] = triedTexts(tried);
  return (
    <section className={classes.frame} aria-label={title}>
      <div className={classes.head}>
        <History size={16} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <Text size="sm" fw={600} component="h2">
            {title}
          </Text>
          <Text size="sm">{note}</Text>
        </div>
        <Button size="xs" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={tried.clear}>
          {t('Back to live')}
        </Button>
      </div>
      {rows.length > 0 && (
        <Group gap={8} mt={8} role="group" aria-label={t('Turned off here')}>
          <Text size="sm">{t('Turned off here')}</Text>
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
