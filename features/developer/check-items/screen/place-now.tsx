import { Anchor, Text, TextInput } from '@mantine/core';
import { useSettledAnswer } from '#ui/calls/settled-answer.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { useAddress } from '#ui/state/address.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { type CheckItemInput, type CheckOutcome, readPlace } from '#features/developer/check-items/check-items.contract.ts';
import classes from './check-items.module.css';

interface QueryInputProps {
  readonly c: number;
  readonly form: RecordFormState<typeof CheckItemInput>;
}

export function QueryInput({ c, form }: QueryInputProps) {
  const { elastic_item_id: id, term } = form.values;
  return (
    <div>
      <TextInput {...form.field('term')} />
      {id !== '' && term.trim() !== '' && <PlaceLine c={c} id={id} term={term} />}
    </div>
  );
}

function PlaceLine({ c, id, term }: { readonly c: number; readonly id: string; readonly term: string }) {
  const [{ edit }, change] = useAddress();
  const { data, error, isOld } = useSettledAnswer(readPlace, { c, elastic_item_id: id, term });
  const place = data?.data;
  const watchedBy = place?.watched_by;
  // The chosen item says so already.
  if (place?.outcome === 'gone') return null;
  return (
    <Text size="sm" component="div" role="status" className={classes.now ?? ''} data-old={isOld}>
      {error ? errorText(error) : place && placeSentence(t, formats.number, place)}
      {watchedBy != null && watchedBy !== edit && (
        <>
          {' '}
          {t('Watched already.')}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => change({ edit: watchedBy, term: undefined, elastic_item_id: undefined })}
          >
            {t('Open it')}
          </Anchor>
        </>
      )}
    </Text>
  );
}

interface Place {
  readonly outcome: CheckOutcome;
  readonly position: number | null;
  readonly total_count: number;
}

function placeSentence(
  t: Translate,
  number: (value: number) => string,
  { outcome, position, total_count: total }: Place,
): string {
  switch (outcome) {
    case 'found':
      return t('Now on place {place} of {total}.', { place: number(position ?? 0), total: number(total) });
    case 'missing':
      return t('Not among the {count} found items now.', { count: total });
    case 'deep':
      return t('Found now, and too far down to have a place.');
    case 'redirected':
      return t('This query is redirected now, so no item has a place.');
    case 'gone':
      return '';
  }
}
