import { Group, List, Stack, Text, Title } from '@mantine/core';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { ScreenPath } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import classes from './rule-import.module.css';
import type { LeftOut, ImportedKind, RuleService } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { isErrorCode } from '#contract/errors.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { type LossReason, lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';

export const serviceNames: Readonly<Record<RuleService, string>> = {
  'app-search': 'App Search',
  algolia: 'Algolia',
  typesense: 'Typesense',
  querqy: 'SMUI, querqy',
};

export const kindWords = (
  t: Translate,
): Readonly<Record<ImportedKind, { readonly title: string; readonly path: ScreenPath }>> => ({
  synonyms: { title: t('Synonyms'), path: '/search-settings/synonyms' },
  fixits: { title: t('Replacing terms'), path: '/search-settings/fixit' },
  stopwords: { title: t('Ignored terms'), path: '/search-settings/stopwords' },
  curations: { title: t('Curations'), path: '/search-settings/curations' },
});

function fieldWord(t: Translate, kind: ImportedKind, field: string): string {
  const [name = ''] = field.split('.');
  const words: Readonly<Record<string, string>> = {
    term: kind === 'fixits' ? t('Query') : t('Term'),
    value: t('Ignored term'),
    synonyms: t('Synonyms'),
    catalog_term: t('Replace with'),
    name: t('Name'),
    queries: t('Queries'),
    promoted: t('Promoted'),
    hidden: t('Hidden'),
    is_regexp: t('Regular expression'),
    valid_from: t('Validity'),
    valid_to: t('Validity'),
  };
  return words[name] ?? name;
}

function reasonText(t: Translate, { code, message, parameters, kind, field }: LeftOut): string {
  if (!isErrorCode(code)) return code in lostTexts ? t(lostTexts[code as LossReason]) : message;
  const problem = { field, code, message, ...(parameters && { parameters }) };
  if (kind === null) return problemText(t, problem);
  const kindTitle = kindWords(t)[kind].title;
  const name = fieldWord(t, kind, field);
  return t('{kind}, {field}: {what}', { kind: kindTitle, field: name, what: problemText(t, problem, name) });
}

const looks = {
  whole: { icon: CircleX, color: 'var(--aisle-error)' },
  part: { icon: TriangleAlert, color: 'var(--aisle-waiting)' },
} as const;

interface LeftOutListProps {
  readonly title: string;
  readonly of: keyof typeof looks;
  readonly groups: readonly LeftOut[];
}

export function LeftOutList({ title, of, groups }: LeftOutListProps) {
  const { icon: Icon, color } = looks[of];
  if (groups.length === 0) return null;
  return (
    <Stack gap={8}>
      <Group gap={8} wrap="nowrap">
        <Icon size={16} color={color} aria-hidden />
        <Title order={3}>{title}</Title>
      </Group>
      {groups.map((group) => (
        <div key={`${group.code} ${group.kind} ${group.field} ${group.message}`} className={classes.reason}>
          <Text size="sm" fw={500}>
            {reasonText(t, group)}
          </Text>
          <List size="sm" className={classes.places}>
            {group.places.map((place, at) => (
              // Places of a reason never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <List.Item key={at}>{placeText(t, place)}</List.Item>
            ))}
          </List>
          {group.count > group.places.length && (
            <Text size="sm" c="dimmed">
              {t('and {count} more', { count: group.count - group.places.length })}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

function placeText(t: Translate, { file, line, entry, what }: LeftOut['places'][number]): string {
  const within = line !== null ? t('Line {line}', { line: String(line) }) : t('Entry {entry}', { entry: entry ?? '–' });
  const place = file === null ? within : `${file}, ${within}`;
  return what === '' ? place : `${place}: ${what}`;
}
