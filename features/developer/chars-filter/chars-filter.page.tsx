import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CaseSensitive } from 'lucide-react';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import type { RowGate } from '#ui/crud/crud.ts';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { previewedRow, RulePreview } from '#ui/crud/record-drawer.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { QueryChips } from '#ui/item/preview-panel.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useGateQuestion } from '#features/search-settings/publish-gate/screen/gate-question.panel.tsx';
import {
  type CharFilterRule,
  charFilters,
  checkCharFilters,
  previewCharFilter,
  readCharFilterQueries,
} from './chars-filter.contract.ts';

const letterOrDigit = /^[\p{L}\p{N}]$/u;

type CharFilterForm = RecordFormState<(typeof charFilters)['input']>;

/** Queries of visitors that a replacement changes. */
function Effect({ form: { values }, id }: { readonly form: CharFilterForm; readonly id: number | undefined }) {
  const { data } = useQuery(query(readCharFilterQueries, {}));
  const from = values.from.trim().normalize('NFC').toLowerCase();
  const changed =
    data?.queries.filter(
      ({ q, is_category: isCategory }) => !isCategory && from !== '' && q.normalize('NFC').toLowerCase().includes(from),
    ) ?? [];
  return (
    <Stack gap={12}>
      <Text size="sm" c={letterOrDigit.test(from) ? 'var(--aisle-waiting)' : 'dimmed'} aria-live="polite">
        {letterOrDigit.test(from)
          ? t('Changes every query with “{from}”. Items stay the same.', { from })
          : from !== '' && data && changed.length === 0 && t('No frequent query has “{from}”. Type one to try.', { from })}
      </Text>
      <RulePreview
        endpoint={previewCharFilter}
        rows={[previewedRow(values, id)]}
        queries={changed.map(({ q }) => q)}
        containing=""
        hint={t('Fill in the characters to see what changes.')}
      />
    </Stack>
  );
}

const examples: Readonly<Record<string, CharFilterRule>> = {
  '× → x': { from: '×', to: 'x' },
  '+ → plus': { from: '+', to: ' plus' },
};

export default function CharFiltersPage() {
  const [, change] = useAddress<'/developer/chars-filter'>();
  return (
    <CrudPage
      calls={charFilters}
      icon={CaseSensitive}
      words={{
        title: t('Character filter'),
        purpose: t('Replace characters in what visitors type.'),
        search: t('Search the list'),
        add: t('Add replacement'),
        empty: t('No replacements yet'),
        why: t('Visitors type “60×40” or “S24+”, your catalogue says “60x40” and “S24 plus”. A replacement lets them find it.'),
        beginnings: (
          <QueryChips
            label={t('Try:')}
            queries={Object.keys(examples)}
            q=""
            setQ={(example) => change({ edit: 'new', ...examples[example] })}
          />
        ),
      }}
      fields={{
        from: {
          label: t('Typed'),
          hint: t('One or more characters, at most 20.'),
          cell: ({ from }) => <Code fz="sm">{from}</Code>,
        },
        to: {
          label: t('Replaced by'),
          hint: t('Leave empty to drop the characters from the query.'),
          cell: ({ to }) => (to === '' ? t('Nothing') : <Code fz="sm">{to.replaceAll(' ', '␣')}</Code>),
          isTitledOnCard: true,
        },
      }}
      gate={useCharFilterGate()}
      below={({ id }) => <ImpactPart of={{ source: 'character-filters', id }} />}
      beside={(form, id) => <Effect form={form} id={id} />}
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
