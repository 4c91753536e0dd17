import { fieldLabel } from '#ui/item/field-words.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Status, type StatusKind } from '#ui/page/status.tsx';
import { importFailures, feedWarnings } from '#features/data/imports/import-texts.contract.ts';
import { type Import, type ImportFailure, type ImportWarning } from '#features/data/imports/imports.contract.ts';
import classes from './import.module.css';
import { useDetailedText } from '#ui/text/refusal.ts';

const words: Readonly<Record<Import['state'], { readonly kind: StatusKind; readonly word: string }>> = {
  waiting: { kind: 'neutral', word: msg('Queued') },
  running: { kind: 'running', word: msg('Running') },
  done: { kind: 'live', word: msg('Imported') },
  unchanged: { kind: 'live', word: msg('Nothing new') },
  sameAsDiscarded: { kind: 'neutral', word: msg('Same as the import you discarded') },
  onHold: { kind: 'waiting', word: msg('On hold') },
  discarded: { kind: 'neutral', word: msg('Discarded') },
  cancelled: { kind: 'neutral', word: msg('Cancelled') },
  failed: { kind: 'error', word: msg('Failed') },
  needTagName: { kind: 'waiting', word: msg('Needs your choice') },
};

const withProblems = { kind: 'warning', word: msg('Imported with problems') } as const;

export function ImportStatus({ state }: Pick<Import, 'state'>) {
  return <Status kind={words[state].kind} label={t(words[state].word)} />;
}

function EndStatus({ last: { state, error_count: skipped } }: { readonly last: Import }) {
  if (state !== 'done' || skipped === 0) return <ImportStatus state={state} />;
  return <Status kind={withProblems.kind} label={t(withProblems.word)} />;
}

export function ImportState({ last }: { readonly last: Import | null }) {
  if (!last) return <Status kind="neutral" label={t('Not imported yet')} />;
  const at = last.finished_at ?? last.started_at;
  return (
    <span className={classes.state}>
      {last.waits_for_room ? <Status kind="waiting" label={t('Waits for room on the disk')} /> : <EndStatus last={last} />}
      {at !== null && (
        <span className={classes.moment}>
          <Moment at={at} />
        </span>
      )}
    </span>
  );
}

const ofItems: ReadonlySet<ImportWarning['code']> = new Set(['noneHas', 'unmappedField', 'mappingChanged']);

/** Fields of items by their names on the screen; fields of feeds have their own. */
function inWords(code: ImportWarning['code'], { field, fields, ...details }: ImportWarning['details']) {
  const labels = (names: string | number) =>
    formats.list(
      String(names)
        .split(', ')
        .map(ofItems.has(code) ? fieldLabel : (name) => name),
    );
  return {
    ...details,
    ...(field !== undefined && { field: labels(field) }),
    ...(fields !== undefined && { fields: labels(fields) }),
  };
}

export function useImportSentences() {
  const say = useDetailedText();
  return {
    failure: ({ code, details }: ImportFailure) => say(importFailures[code], details),
    warning: ({ code, details }: ImportWarning) => say(feedWarnings[code], inWords(code, details)),
  };
}
