import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '#ui/page/panel.tsx';
import { OrderedRows } from '#features/developer/result-settings/screen/ordered-rows.tsx';
import { folded } from '#ui/text/folded.ts';
import { t } from '#ui/text/i18n.ts';
import type { ResultField } from '#features/developer/result-settings/result-fields.contract.ts';
import { withField, withShown } from './draft.ts';
import classes from './editor.module.css';
import { FieldRow } from './field-row.tsx';
import type { ResultEditor } from './use-result-editor.tsx';

/** Fewer fields are seen at a glance. */
const longList = 12;
/** So many rows are on screen until more are asked for: a collection may have thousands of fields. */
const pageRows = 40;

const kinds = ['all', 'shown', 'hidden'] as const;
type Kind = (typeof kinds)[number];

/** The fields of items in answers: which, in what order, under what name, and how much of them. */
export function FieldTable({ editor }: { readonly editor: ResultEditor }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [count, setCount] = useState(pageRows);
  const { results } = editor.draft;
  const schema = new Map(editor.saved.fields.map((field) => [field.name, field]));
  const shownCount = results.filter((one) => one.is_shown).length;
  const wanted = folded(text.trim());
  // By what is saved, so that a row doesn't leave the screen once its switch is pressed.
  const wasShown = new Set(editor.saved.draft.results.filter((one) => one.is_shown).map(({ field }) => field));
  const found = results.filter(
    ({ field, label }) =>
      (folded(field).includes(wanted) || folded(label).includes(wanted)) &&
      (kind === 'all' || wasShown.has(field) === (kind === 'shown')),
  );
  const isLong = results.length > longList;
  const change = (next: readonly ResultField[]) => editor.change({ results: [...next] });
  const problem = editor.problemAt('results');
  return (
    <Panel
      title={t('Fields')}
      text={t('Hidden fields don’t leave the server. Labels are for filters and tables in the shop.')}
      actions={
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('{n} of {count} shown', { n: shownCount, count: results.length })}
        </Text>
      }
    >
      {isLong && (
        <FieldFilter
          {...{ text, setText, kind, setKind }}
          show={(isShown) => {
            const names = found.filter(({ field }) => schema.get(field)?.is_archived !== true).map(({ field }) => field);
            change(withShown(results, new Set(names), isShown));
          }}
        />
      )}
      {problem !== undefined && (
        <Text size="sm" role="alert" className={classes.wrong}>
          {problem}
        </Text>
      )}
      {found.length === 0 ? (
        <Text size="sm">
          {wanted === '' ? t('No rows for these filters') : t('Nothing matches “{search}”', { search: text })}
        </Text>
      ) : (
        <div>
          <div className={classes.fieldHead} data-long={isLong} aria-hidden>
            <span>{t('Field')}</span>
            <span>{t('Label')}</span>
            <span title={t('Cut at a word, with “…”.')}>{t('Max. length')}</span>
          </div>
          <OrderedRows
            label={t('Fields')}
            rows={results}
            shown={found.slice(0, count)}
            idOf={({ field }) => field}
            nameOf={({ field }) => field}
            change={change}
            isLong={isLong}
            content={(row) => (
              <FieldRow
                row={row}
                field={schema.get(row.field)}
                isLast={row.is_shown && shownCount === 1}
                set={(next) => change(withField(results, row.field, next))}
              />
            )}
          />
        </div>
      )}
      {found.length > count && (
        <Button variant="default" size="xs" onClick={() => setCount(count + pageRows)}>
          {t('Show {count} more', { count: Math.min(pageRows, found.length - count) })}
        </Button>
      )}
    </Panel>
  );
}

interface FieldFilterProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly kind: Kind;
  readonly setKind: (kind: Kind) => void;
  readonly show: (isShown: boolean) => void;
}

/** For long lists: finds fields, and shows or hides those that are found together. */
function FieldFilter({ text, setText, kind, setKind, show }: FieldFilterProps) {
  const names = { all: t('All fields'), shown: t('Shown fields'), hidden: t('Hidden fields') };
  return (
    <Group gap={8}>
      <TextInput
        className={classes.filter ?? ''}
        size="xs"
        aria-label={t('Filter fields')}
        placeholder={t('Filter fields')}
        leftSection={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Which fields')}
        value={kind}
        onChange={({ currentTarget: { value } }) => setKind(kinds.find((one) => one === value) ?? 'all')}
        data={kinds.map((value) => ({ value, label: names[value] }))}
      />
      <Button size="xs" variant="default" onClick={() => show(true)}>
        {t('Show all found')}
      </Button>
      <Button size="xs" variant="default" onClick={() => show(false)}>
        {t('Hide all found')}
      </Button>
    </Group>
  );
}
