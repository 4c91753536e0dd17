import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { errorText, type ErrorCode } from '#contract/errors.ts';
import { call } from '#ui/calls/api.ts';
import { CallError } from '#ui/calls/call-error.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { RecordForm } from '#ui/form/form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { t } from '#ui/text/i18n.ts';
import {
  CurationFields,
  type CurationQuery,
  readCurationQueries,
} from '#features/search-settings/curations/curations.contract.ts';
import { QueryRows } from './query-rows.tsx';

const QueriesForm = z.object({ queries: CurationFields.shape.queries });

interface QueriesDialogProps {
  readonly name: string;
  readonly c: number;
  readonly id?: number | undefined;
  readonly queries: readonly CurationQuery[];
  readonly save: (queries: CurationQuery[]) => Promise<unknown>;
  readonly close: () => void;
  readonly refused?: (refusal: CallError, form: RecordFormState<typeof QueriesForm>) => ReactNode;
}

export function QueriesDialog({ name, c, id, queries, save, close, refused }: QueriesDialogProps) {
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
        saveLabel={t('Save queries')}
        isChange
        onCancel={() => void leave()}
        onSaved={close}
        save={async ({ queries: wanted }) => {
          await refuseTaken(c, id, wanted);
          await save(wanted);
        }}
        {...(refused && { refused })}
      >
        {(form) => (
          <QueryRows
            c={c}
            id={id}
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

/** Refuses duplicates, as saving the curation would. */
async function refuseTaken(c: number, id: number | undefined, queries: readonly CurationQuery[]): Promise<void> {
  const states = await call(readCurationQueries, { c, queries: [...queries], ...(id !== undefined && { id }) });
  const problems = states.flatMap(({ same_as: same, taken_by: by }, at) => {
    const code: ErrorCode | null = same !== null ? 'queryTwice' : by ? 'alreadyUsed' : null;
    const parameters = by && { name: 'query', query: queries[at]!.query, curation: by.name };
    return code ? [{ field: `queries.${at}.query`, code, message: errorText(code), ...(parameters && { parameters }) }] : [];
  });
  if (problems.length > 0) throw new CallError(422, problems);
}
