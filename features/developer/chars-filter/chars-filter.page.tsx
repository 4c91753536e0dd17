import { Code, Text, TextInput } from '@mantine/core';
import { CaseSensitive } from 'lucide-react';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { charFilters, checkCharFilters, readCharFilterQueries } from './chars-filter.contract.ts';
import { call } from '#ui/calls/api.ts';
import type { RowGate } from '#ui/crud/crud.ts';
import { useGateQuestion } from '#features/search-settings/publish-gate/screen/gate-question.panel.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';

const letterOrDigit = /^[\p{L}\p{N}]$/u;

function TypedInput({ form }: { readonly form: RecordFormState<(typeof charFilters)['input']> }) {
  const from = form.values.from.trim().normalize('NFC');
  return (
    <div>
      <TextInput {...form.field('from')} data-autofocus description={t('One or more characters, at most 20.')} />
      <Text size="xs" mt={4} c="var(--aisle-waiting)" aria-live="polite">
        {letterOrDigit.test(from) && t('Changes every query with “{from}”. Items stay the same.', { from })}
      </Text>
    </div>
  );
}

export default function CharFiltersPage() {
  return (
    <CrudPage
      calls={charFilters}
      icon={CaseSensitive}
      words={{
        title: t('Character filter'),
        purpose: t('Replace characters before the search starts.'),
        search: t('Search the list'),
        add: t('Add replacement'),
        empty: t('No replacements yet'),
        why: t('People type “60×40”, your catalogue says “60x40”: a replacement brings them together.'),
      }}
      fields={{
        from: {
          label: t('Typed'),
          input: (form) => <TypedInput form={form} />,
          cell: ({ from }) => <Code fz="sm">{from}</Code>,
        },
        to: {
          label: t('Replaced by'),
          hint: t('Leave empty to drop the characters from the query.'),
          cell: ({ to }) => (to === '' ? t('Nothing') : <Code fz="sm">{to}</Code>),
          isTitledOnCard: true,
        },
      }}
      gate={useCharFilterGate()}
      below={({ id }) => <ImpactPart of={{ source: 'character-filters', id }} />}
      help={<Help />}
    />
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('All replacements run in one pass, longest first; inserted text isn’t replaced again.'),
        t('Case and diacritics need no replacement: search ignores both.'),
      ]}
    />
  );
}

/** Replacements act on every query at once, so what visitors would notice is looked at before. */
function useCharFilterGate(): RowGate<typeof charFilters> {
  const ask = useGateQuestion({
    queries: (signal) => call(readCharFilterQueries, {}, { signal }),
    publishLabel: t('Do it anyway'),
  });
  return ({ put = [], without = [] }) =>
    ask((part, signal) => call(checkCharFilters, { ...part, put: [...put], without: [...without] }, { signal }));
}
