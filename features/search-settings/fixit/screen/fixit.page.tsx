import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { StateFilter } from '#ui/crud/state-filter.tsx';
import { ListFilter } from '#ui/list/list-filter.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useFixitFields } from './fixit-fields.tsx';
import { useFixitStates } from './fixit-states.tsx';
import { type fixitKinds, fixits, readUnfoundQueries } from '#features/search-settings/fixit/fixit.contract.ts';
import classes from './fixit.module.css';

/** Those that matter most come first; while none was used, they stand by their query. */
const usualSort = { sort: 'uses', order: 'desc' } as const;

export default function FixitPage() {
  return (
    <CrudPage
      calls={fixits}
      icon={ArrowRightLeft}
      words={{
        title: t('Replacing terms'),
        purpose: t('Replace what visitors type, or send them to a page.'),
        search: t('Search replacing terms'),
        add: t('Add replacing term'),
        edit: t('Edit replacing term'),
        remove: t('Delete replacing term'),
        empty: t('No replacing terms yet'),
        why: t('Visitors type “frige”, you mean “fridge”. Or send “shipping” straight to your shipping page.'),
      }}
      fields={useFixitFields()}
      useStates={useFixitStates}
      usualSort={usualSort}
      filters={<Filters />}
      beginnings={<Unfound />}
      below={({ id }) => <ImpactPart of={{ source: 'fixits', id }} />}
      more={<FromServiceItem />}
      help={<Help />}
    />
  );
}

function Filters() {
  const kinds = { exact: t('Exact'), pattern: t('Pattern'), redirect: t('Redirect') } satisfies Record<
    (typeof fixitKinds)[number],
    string
  >;
  return (
    <>
      <ListFilter name="kind" label={t('Kind')} all={t('All kinds')} choices={kinds} />
      <StateFilter calls={fixits} />
    </>
  );
}

/** Queries that find nothing, each with a link that replaces it. */
function Unfound() {
  const [, change] = useAddress();
  const { data: queries = [] } = useQuery(query(readUnfoundQueries, {}));
  if (queries.length === 0) return null;
  return (
    <>
      <span className={classes.told}>{t('Often searched, and nothing found:')}</span>
      <Group gap={8} justify="center">
        {queries.map(({ term }) => (
          <Button key={term} variant="default" size="xs" onClick={() => change({ edit: 'new', term })}>
            {term}
          </Button>
        ))}
      </Group>
    </>
  );
}

function Help() {
  const { data: [unfound] = [] } = useQuery(query(readUnfoundQueries, {}));
  const example = unfound
    ? t('In your shop, “{term}” was searched {count} times in 30 days and finds nothing. Replace it with what you call it.', {
        term: unfound.term,
        count: unfound.search_count,
      })
    : t('An example: replace “frige” with “fridge”, or send “shipping” to the address of your shipping page.');
  return (
    <Sentences
      of={[
        t('A whole query is replaced, in every form of its words and without regard to diacritics.'),
        t('Exact queries come first, then patterns from the oldest to the newest. The first one that fits acts.'),
        t('A query is replaced once: what it was replaced with is searched as it stands.'),
        example,
        t('Uses are searches of your visitors in the last 30 days, counted once typing settles.'),
      ]}
    />
  );
}
