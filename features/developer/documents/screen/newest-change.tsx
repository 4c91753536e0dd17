import { Text, Title } from '@mantine/core';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { NewestChange } from '#features/data/item-api/item-api.contract.ts';
import classes from './documents.module.css';
import { formats } from '#ui/text/format.ts';

export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

export function FieldValueText({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <span className={classes.none}>–</span>;
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const text = valueText(value);
  return (
    <span className={classes.value} title={text}>
      {text}
    </span>
  );
}

const kinds = {
  created: msg('Added'),
  updated: msg('Changed'),
  unchanged: msg('Sent again unchanged'),
  removed: msg('Deleted'),
} as const satisfies Record<NewestChange['kind'], string>;

export function ChangeLine({ change: { kind, by, person, at, generation } }: { readonly change: NewestChange }) {
  const who = by === 'user' ? person || t('a person who has left') : by === 'api' ? t('item API') : t('feed');
  return (
    <span>
      {t(kinds[kind])} · {who} · <Moment at={at} />
      {generation !== null && ` · ${t('generation {name}', { name: generation })}`}
    </span>
  );
}

export function NewestChangeView({ change }: { readonly change: NewestChange }) {
  const names = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])];
  return (
    <section>
      <Title order={3} size="sm">
        {t('Newest change')}
      </Title>
      <Text size="xs" c="dimmed" mb={8}>
        <ChangeLine change={change} />
      </Text>
      {change.kind === 'updated' && names.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td>{name}</td>
                <td>
                  <FieldValueText value={change.before[name]} />
                </td>
                <td>
                  <FieldValueText value={change.after[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
