import { Box } from '@mantine/core';
import { ArrowRightLeft } from 'lucide-react';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useFixitFields, useFixitStates } from './fixit-fields.tsx';
import { besideFixit, ProposedFixits } from './fixit-effect.tsx';
import { type fixitKinds, fixits } from '#features/search-settings/fixit/fixit.contract.ts';

const usualSort = { sort: 'uses', order: 'desc' } as const;

export default function FixitPage() {
  const [, change] = useAddress<'/search-settings/fixit'>();
  return (
    <CrudPage
      calls={fixits}
      icon={ArrowRightLeft}
      words={{
        title: t('Replacing terms'),
        purpose: t('Replace what visitors type, or send them to a page.'),
        search: t('Search the list'),
        add: t('Add replacing term'),
        empty: t('No replacing terms yet'),
        why: t('Replace “frige” with “fridge”, or send “shipping” to your shipping page.'),
        beginnings: (
          <Box mt={24}>
            <ProposedFixits choose={(term) => change({ edit: 'new', term })} />
          </Box>
        ),
      }}
      fields={useFixitFields()}
      useStates={useFixitStates}
      usualSort={usualSort}
      filters={<KindFilter />}
      below={({ id }) => <ImpactPart of={{ source: 'fixits', id }} />}
      beside={besideFixit}
      more={<FromServiceItem />}
      help={<Help />}
    />
  );
}

function KindFilter() {
  const kinds = { exact: t('Exact'), pattern: t('Pattern'), redirect: t('Redirect') } satisfies Record<
    (typeof fixitKinds)[number],
    string
  >;
  return <ListFilter name="kind" label={t('Kind')} choices={kinds} />;
}

function Help() {
  return (
    <Sentences
      of={[
        t('A query is replaced once, in all forms of its words.'),
        t('Replace “frige” with “fridge”, or send “shipping” to your shipping page.'),
        t('Uses count searches in the last 30 days.'),
      ]}
    />
  );
}
