import { Modal, ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as z from 'zod/mini';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { CurationFields, type CurationQuery } from '#features/search-settings/curations/curations.contract.ts';
import type { Problem } from '#contract/errors.ts';
import { maximumCurationQueries } from '#contract/limits.ts';
import { problemText } from '#ui/calls/error-text.ts';
import classes from './queries.module.css';

export const useMatchOptions = () =>
  [
    { value: 'is', label: t('is') },
    { value: 'contains', label: t('contains') },
  ] satisfies { value: CurationQuery['match']; label: string }[];

interface QueryRowsProps {
  readonly queries: readonly CurationQuery[];
  readonly change: (queries: readonly CurationQuery[]) => void;
  readonly isChecked: boolean;
  readonly problems: readonly Problem[];
}

/** A row for each query. Enter adds one below, and pasted lines become rows. */
function QueryRows({ queries, change, isChecked, problems }: QueryRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    list.current?.querySelectorAll<HTMLInputElement>('input')[wanted]?.focus();
  }, [wanted, queries.length]);

  const set = (place: number, fields: Partial<CurationQuery>) =>
    change(queries.map((one, at) => (at === place ? { ...one, ...fields } : one)));
  const insert = (place: number, texts: readonly string[]) => {
    const added = texts.map((query) => ({ query, match: queries[place - 1]?.match ?? ('is' as const) }));
    change([...queries.slice(0, place), ...added, ...queries.slice(place)].slice(0, maximumCurationQueries));
    setWanted(place + texts.length - 1);
  };
  const paste = (place: number, event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/);
    const texts = lines.map((line) => line.trim()).filter(Boolean);
    if (lines.length < 2 || texts.length === 0) return;
    event.preventDefault();
    const rest = queries[place]!.query.trim() === '' ? place : place + 1;
    const kept = queries.filter((_, at) => at !== place || rest !== place);
    const added = texts.map((query) => ({ query, match: queries[place]!.match }));
    change([...kept.slice(0, rest), ...added, ...kept.slice(rest)].slice(0, maximumCurationQueries));
    setWanted(rest + texts.length - 1);
  };
  const problemAt = (place: number): string | undefined => {
    if (queries[place]!.query.trim() === '') return isChecked ? t('Required field') : undefined;
    const refused = problems.find(({ field }) => field === `queries.${place}.query`);
    return refused && problemText(t, refused);
  };
  return (
    <div ref={list} className={classes.rows}>
      {queries.map((row, place) => (
        <QueryRow
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no ids.
          key={place}
          row={row}
          error={problemAt(place)}
          set={(fields) => set(place, fields)}
          add={() => insert(place + 1, [''])}
          paste={(event) => paste(place, event)}
          remove={
            queries.length === 1
              ? undefined
              : () => {
                  change(queries.filter((_, at) => at !== place));
                  setWanted(Math.max(0, place - 1));
                }
          }
        />
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={queries.length >= maximumCurationQueries}
          onClick={() => insert(queries.length, [''])}
        >
          {t('Add query')}
        </Button>
      </div>
    </div>
  );
}

interface QueryRowProps {
  readonly row: CurationQuery;
  readonly error: string | undefined;
  readonly set: (fields: Partial<CurationQuery>) => void;
  readonly add: () => void;
  readonly paste: (event: ClipboardEvent) => void;
  /** Undefined for the only row. */
  readonly remove: (() => void) | undefined;
}

function QueryRow({ row: { query, match }, error, set, add, paste, remove }: QueryRowProps) {
  const matches = useMatchOptions();
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.query}
        aria-label={t('Query')}
        value={query}
        error={error}
        onChange={(event) => set({ query: event.currentTarget.value })}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <NativeSelect
        className={classes.match}
        aria-label={t('Match')}
        data={matches}
        value={match}
        onChange={(event) => set({ match: event.currentTarget.value as CurationQuery['match'] })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('Remove “{name}”', { name: query })}
        title={remove ? undefined : t('One query is needed.')}
        disabled={!remove}
        onClick={remove}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

const QueriesForm = z.object({ queries: CurationFields.shape.queries });

interface QueriesDialogProps {
  readonly name: string;
  readonly queries: readonly CurationQuery[];
  readonly save: (queries: CurationQuery[]) => Promise<unknown>;
  readonly close: () => void;
  readonly saveLabel?: string;
}

export function QueriesDialog({ name, queries, save, close, saveLabel = t('Apply') }: QueriesDialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)');
  const leave = async () => {
    if (await mayLeave({ isOtherPage: false })) close();
  };
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={t('Queries of “{name}”', { name })}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <RecordForm
        schema={QueriesForm}
        initial={{ queries: [...queries] }}
        names={{ queries: t('Queries') }}
        saveLabel={saveLabel}
        isChange
        cancel={{ label: t('Cancel'), run: () => void leave() }}
        onSaved={close}
        save={({ queries: wanted }) => save(wanted)}
      >
        {(form) => (
          <QueryRows
            queries={form.values.queries.map(({ query, match = 'is' }) => ({ query, match }))}
            change={(next) => form.set('queries', [...next])}
            isChecked={form.field('queries').error != null}
            problems={form.refusal?.problems ?? []}
          />
        )}
      </RecordForm>
    </Modal>
  );
}
