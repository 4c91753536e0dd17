import { fewItems, minimumMatchOf } from '#contract/values/match-rate.ts';
import { NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { t, type Translate } from '#console-kit/text/i18n.ts';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import {
  CollectionInput,
  createCollection,
  predefinedIds,
  relevantRates,
  type PredefinedId,
} from '#features/data/collections/collections.contract.ts';
import { predefinedWords, rateLabel } from './collection-words.tsx';

type Settings = RecordFormState<typeof CollectionInput>;

/** Of a query that shows what a rate means. */
const exampleWords = 4;

function rateMeaning(t: Translate, rate: number): string {
  if (rate === 0) return t('OFF: an item with any one word of the query is found.');
  const must =
    rate === 100
      ? t('ALL: an item needs every word of the query.')
      : t('Of {words} words, {k} must match.', { words: exampleWords, k: minimumMatchOf(exampleWords, rate) });
  return `${must} ${t('Where that finds fewer than {count} items, fewer words are enough.', { count: fewItems })}`;
}

export function CollectionFields({ form }: { readonly form: Settings }) {
  const rate = Number(form.values.relevant_rate ?? 0);
  return (
    <>
      <TextInput {...form.field('name')} description={t('Shops and feeds name the collection by it.')} data-autofocus />
      <NativeSelect
        {...form.field('relevant_rate')}
        description={rateMeaning(t, rate)}
        data={relevantRates.map((value) => ({ value: String(value), label: rateLabel(value) }))}
        value={String(rate)}
        onChange={(event) => form.set('relevant_rate', Number(event.currentTarget.value) as (typeof relevantRates)[number])}
      />
      <Switch
        {...form.checkbox('force_stopwords')}
        description={t('Words such as “and” or “for” are left out of queries, unless nothing else is left.')}
      />
      <AllowedLink needs="search" to={linkTo('/search-settings/stopwords')}>
        {t('Ignored terms')}
      </AllowedLink>
      <Switch
        {...form.checkbox('lower_unwanted')}
        description={t('“lamp without cable” also finds lamps with a cable, after the others. A minus still leaves items out.')}
      />
    </>
  );
}

const empty = 'empty';

/** What a new collection begins with. Its name is proposed until somebody types one. */
export function StartChoice({ form }: { readonly form: RecordFormState<typeof createCollection.input> }) {
  const proposed = Object.values(predefinedWords).map(({ name }) => t(name));
  const choose = (value: string): void => {
    const id = value === empty ? null : (value as PredefinedId);
    form.set('predefined', id);
    const isProposed = form.values.name === '' || proposed.includes(form.values.name);
    if (isProposed) form.set('name', id === null ? '' : t(predefinedWords[id].name));
  };
  return (
    <Radio.Group {...form.field('predefined')} value={form.values.predefined ?? empty} onChange={choose}>
      <Stack gap={12} mt={8}>
        <Radio value={empty} label={t('Empty')} description={t('The first import finds the fields by itself.')} />
        {predefinedIds.map((id) => (
          <Radio key={id} value={id} label={t(predefinedWords[id].name)} description={t(predefinedWords[id].description)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
