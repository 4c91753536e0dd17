import { ActionIcon, Input, Skeleton, Text, Tooltip, Anchor, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { query, useSettledAnswer } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { offeredItems, FoundItemPicker } from '#ui/item/item-picker.tsx';
import { folded, formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { testQuery } from '#contract/test-query.ts';
import { type CheckItemInput, readPlace } from '#features/developer/check-items/check-items.contract.ts';
import classes from './check-items.module.css';
import { useAddress } from '#ui/state/address.ts';
import { errorText } from '#ui/calls/error-text.ts';

interface FormProps {
  readonly c: number;
  readonly form: RecordFormState<typeof CheckItemInput>;
}

export function ItemInput({ c, form }: FormProps) {
  const labelId = useId();
  const { elastic_item_id: id, term } = form.values;
  const field = form.field('elastic_item_id');
  const choose = (chosen: string) => form.set('elastic_item_id', chosen);
  if (id === '')
    return (
      <FoundItemPicker
        label={field.label}
        description={t('Name, ID or EAN')}
        error={field.error}
        data-path="elastic_item_id"
        c={c}
        q={term}
        pick={choose}
        pickText={(text) => void idOf(c, text).then(choose)}
      />
    );
  return (
    <div role="group" aria-labelledby={labelId}>
      <Input.Label id={labelId} component="span" mb={4}>
        {field.label}
      </Input.Label>
      <div className={classes.chosen}>
        <ChosenItem c={c} id={id} />
        <Tooltip label={t('Choose another item')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Choose another item')} onClick={() => choose('')}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {field.error != null && <Input.Error mt={4}>{field.error}</Input.Error>}
    </div>
  );
}

/** What was typed is an id, or the name of an item; otherwise it stays what it is, and the form says that there is no such item. */
async function idOf(c: number, typed: string): Promise<string> {
  try {
    if ((await call(readPlace, { c, elastic_item_id: typed, term: '' })).item) return typed;
    const { items } = await call(testQuery, { c, q: typed, per_page: offeredItems });
    return items.find((item) => folded(shownItemOf(item).name) === folded(typed))?.id ?? typed;
  } catch {
    return typed;
  }
}

/** By its id, whatever the query is. */
function ChosenItem({ c, id }: { readonly c: number; readonly id: string }) {
  const collection = useCollection();
  const { data } = useQuery(query(readPlace, { c, elastic_item_id: id, term: '' }));
  if (!data) return <Skeleton height={40} aria-hidden />;
  return (
    <div>
      <ItemCell item={data.item ? shownItemOf(data.item) : { name: id }} isCompact />
      {!data.item && (
        <Text size="xs" className={classes.none ?? ''} role="alert">
          {t('No such item in “{collection}”.', { collection: collection?.name ?? '' })}
        </Text>
      )}
    </div>
  );
}

export function QueryInput({ c, form }: FormProps) {
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
      {error ? errorText(error) : place && placeSentence(place)}
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
            {t('Open')}
          </Anchor>
        </>
      )}
    </Text>
  );
}

const outcomeTexts = {
  deep: msg('Found, but too far down to have a place.'),
  redirected: msg('This query redirects, so no item has a place.'),
} as const;

function placeSentence({ outcome, position, total_count: total }: OutputOf<typeof readPlace>): string {
  const { number } = formats;
  if (outcome === 'found') return t('Now on place {place} of {total}.', { place: number(position ?? 0), total: number(total) });
  if (outcome === 'missing') return t('Not among the {count} found items now.', { count: total });
  return outcome === 'gone' ? '' : t(outcomeTexts[outcome]);
}
