import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { GitMerge } from 'lucide-react';
import type { CallError } from '#ui/calls/call-error.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import classes from './saved-meanwhile.module.css';

interface SavedMeanwhileProps {
  readonly person: string | undefined;
  readonly at: number | undefined;
  readonly differing: readonly { readonly name: string; readonly theirs: string; readonly mine: string }[];
  readonly load: (() => void) | undefined;
  readonly replace?: (() => void) | undefined;
  readonly keep?: (() => void) | undefined;
}

export function SavedMeanwhile({ person, at, differing, load, ...own }: SavedMeanwhileProps) {
  const names = { person: person ?? t('Somebody') };
  const isOnTop = 'keep' in own;
  const save = isOnTop ? own.keep : own.replace;
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">
          {isOnTop
            ? t('{person} saved this in the meantime. Load that version, or keep your changes on top of it.', names)
            : t('{person} saved this in the meantime. Load that version, or replace it with yours.', names)}
          {at !== undefined && (
            <Text span size="sm" c="dimmed">
              {' '}
              (<Moment at={at} />)
            </Text>
          )}
        </Text>
        {differing.length > 0 && (
          <table className={classes.differing}>
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Theirs')}</th>
                <th scope="col">{t('Mine')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(({ name, theirs, mine }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{theirs}</td>
                  <td>{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Group gap={8}>
          <Button size="xs" variant="default" disabled={load === undefined} onClick={load}>
            {t('Load that version')}
          </Button>
          <Button size="xs" variant="default" disabled={save === undefined} onClick={save}>
            {isOnTop ? t('Keep mine on top') : t('Replace it')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

export function personOf({ parameters }: CallError): string | undefined {
  const person = parameters['person'];
  return typeof person === 'string' && person !== '' ? person : undefined;
}
