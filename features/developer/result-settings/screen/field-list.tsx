import { ActionIcon, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { Pencil, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { leastCutLength, mostCutLength } from '#contract/limits.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { Panel } from '#ui/page/panel.tsx';
import { folded } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { AnswerField, ResultField } from '#features/developer/result-settings/result-settings.contract.ts';
import { BoundedNumber, OrderedRows, RowName, RowText, Wrong } from './ordered-rows.tsx';
import type { ResultFormState } from './result-form.panel.tsx';
import classes from './result-settings.module.css';

/** Longer lists get a filter and bulk buttons. */
const longList = 12;
const firstRows = 12;
const pageRows = 40;
const mostUnused = 200;

/** The fields of items in responses: which, in what order, under what name, cut to what length. */
export function FieldList({ form }: { readonly form: ResultFormState }) {
  const [text, setText] = useState('');
  const [count, setCount] = useState(firstRows);
  const { results } = form.draft;
  const schema = new Map(form.fields.map((field) => [field.name, field]));
  const shownCount = results.filter((one) => one.is_shown).length;
  const wanted = folded(text.trim());
  const found = results.filter(({ field, label }) =>
    [field, fieldLabel(field), label].some((name) => folded(name).includes(wanted)),
  );
  const [used, unused] = [found.filter((one) => one.is_shown), found.filter((one) => !one.is_shown)];
  const isLong = results.length > longList;
  const [isOpen, setOpen] = useState(false);
  const isUnfolded = isOpen || wanted !== '';
  const set = ({ field }: ResultField, next: Partial<ResultField>) =>
    form.edit({ results: results.map((one) => (one.field === field ? { ...one, ...next } : one)) });
  const show = (isShown: boolean) => {
    const names = found.filter(({ field }) => schema.get(field)?.is_archived !== true).map(({ field }) => field);
    form.edit({ results: withShown(results, new Set(names), isShown) });
  };
  return (
    <Panel
      title={t('Fields')}
      text={t('Hidden fields are never sent. Labels name filters and tables in your shop.')}
      actions={
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('{n} of {count} shown', { n: shownCount, count: results.length })}
        </Text>
      }
    >
      {isLong && (
        <Group gap={8}>
          <TextInput
            flex="1 1 140px"
            size="xs"
            aria-label={t('Search the list')}
            placeholder={t('Search the list')}
            leftSection={<Search size={14} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" onClick={() => show(true)}>
            {wanted === '' ? t('Show all') : t('Show all found')}
          </Button>
          <Button size="xs" variant="default" onClick={() => show(false)}>
            {wanted === '' ? t('Hide all') : t('Hide all found')}
          </Button>
        </Group>
      )}
      <Wrong text={form.problemAt('results')} />
      {found.length === 0 && <Text size="sm">{t('Nothing matches “{search}”', { search: text })}</Text>}
      <OrderedRows
        label={t('Fields')}
        rows={results}
        shown={used.slice(0, count)}
        idOf={({ field }) => field}
        nameOf={({ field }) => fieldLabel(field)}
        change={(next) => form.edit({ results: next })}
        isLong={isLong}
        content={(row) => (
          <FieldRow
            row={row}
            field={schema.get(row.field)}
            isLast={row.is_shown && shownCount === 1}
            set={(next) => set(row, next)}
          />
        )}
      />
      {used.length > count && (
        <Button variant="default" size="xs" onClick={() => setCount(count + pageRows)}>
          {t('Show {count} more', { count: Math.min(pageRows, used.length - count) })}
        </Button>
      )}
      {unused.length > 0 && (
        <details open={isUnfolded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={classes.unused}>{t('{count} hidden fields', { count: unused.length })}</summary>
          <div className={classes.names}>
            {(isUnfolded ? unused : []).slice(0, mostUnused).map((row) => (
              <div key={row.field} className={classes.row}>
                <FieldSwitch row={row} field={schema.get(row.field)} set={(next) => set(row, next)} />
              </div>
            ))}
          </div>
          {unused.length > mostUnused && (
            <Text size="xs" c="dimmed">
              {t('Search to find the others.')}
            </Text>
          )}
        </details>
      )}
    </Panel>
  );
}

/** Keeps one field shown, as a response without any is refused. */
export function withShown(results: readonly ResultField[], names: ReadonlySet<string>, isShown: boolean): ResultField[] {
  const next = results.map((one) => (names.has(one.field) ? { ...one, is_shown: isShown } : one));
  if (next.some((one) => one.is_shown)) return next;
  const kept = results.findIndex((one) => one.is_shown);
  return next.map((one, at) => (at === kept ? { ...one, is_shown: true } : one));
}

interface FieldRowProps {
  readonly row: ResultField;
  readonly field: AnswerField | undefined;
  /** No other field is shown. */
  readonly isLast?: boolean;
  readonly set: (change: Partial<ResultField>) => void;
}

/** Its name, and what is set; the inputs once it is opened. */
function FieldRow(props: FieldRowProps) {
  const { row, field, set } = props;
  const [isOpen, setOpen] = useState(false);
  const name = fieldLabel(row.field);
  const isText = (field?.type ?? 'text') === 'text';
  const cut = row.max_length !== null && `${t('Max. length')}: ${row.max_length}`;
  return (
    <>
      <FieldSwitch {...props} />
      <span className={classes.set}>{[row.label !== '' && `“${row.label}”`, cut].filter(Boolean).join(' · ')}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={t('More about {name}', { name })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <div className={classes.inputs}>
          <RowText label={t('Label')} name={name} value={row.label} set={(next) => set({ label: next })} />
          {isText && (
            <BoundedNumber
              label={`${t('Max. length')}: ${name}`}
              placeholder={t('Max. length')}
              value={row.max_length}
              min={leastCutLength}
              max={mostCutLength}
              range={t('Enter a whole number from 10, or leave it empty.')}
              title={t('Cut at a word, with “…”.')}
              set={(max_length) => set({ max_length })}
            />
          )}
        </div>
      )}
    </>
  );
}

function FieldSwitch({ row: { field: code, is_shown: isShown }, field, isLast = false, set }: FieldRowProps) {
  const name = fieldLabel(code);
  const reasonId = useId();
  const isArchived = field?.is_archived ?? false;
  const reason = isArchived ? t('Private fields are never sent.') : isLast ? t('Choose at least one field.') : undefined;
  return (
    <>
      <Switch
        size="sm"
        aria-label={t('{name}: shown', { name })}
        checked={isShown}
        disabled={reason !== undefined}
        {...(reason !== undefined && { 'aria-describedby': reasonId })}
        onChange={(event) => set({ is_shown: event.currentTarget.checked })}
      />
      <RowName name={name} code={code} note={reason} noteId={reasonId} isHidden={!isShown} />
    </>
  );
}
