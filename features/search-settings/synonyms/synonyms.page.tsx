import { Replace } from 'lucide-react';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
import { synonyms } from './synonyms.contract.ts';
import { synonymKinds } from './synonyms.released.tsx';

export default function SynonymsPage() {
  return (
    <CrudPage
      calls={synonyms}
      icon={Replace}
      words={{
        title: t('Synonyms'),
        purpose: t('Words that mean the same find the same items.'),
        search: t('Search the list'),
        add: t('Add synonym'),
        empty: t('No synonyms yet'),
        why: t('Customers say “fridge”, your catalogue says “refrigerator”.'),
      }}
      fields={{
        term: { label: t('Term'), hint: t('A word or phrase, in any of its forms.') },
        synonyms: { label: t('Synonyms'), hint: t('Press Enter after each one.') },
        synonym_type_id: { label: t('Kind'), choices: synonymKinds(t), sort: 'kind', width: 140 },
      }}
      useStates={useSynonymStates}
      filters={<KindFilter />}
      below={({ id }) => <ImpactPart of={{ source: 'synonyms', id }} />}
      more={<FromServiceItem />}
      help={<Help />}
    />
  );
}

const useSynonymStates = () => useFindingStates('synonyms');

function KindFilter() {
  const kinds = Object.entries(synonymKinds(t)).map(([kind, { name }]) => [kind, name]);
  return <ListFilter name="kind" label={t('Kind')} choices={Object.fromEntries(kinds)} />;
}

function Help() {
  const kinds = Object.values(synonymKinds(t)).map(({ name, meaning }) => `${name}: ${meaning}`);
  return <Sentences of={[...kinds, t('Synonyms are live at once, in all forms of a word.')]} />;
}
