import { Text } from '@mantine/core';
import { Replace } from 'lucide-react';
import { CrudPage } from '#ui/crud/crud-page.tsx';
import { previewedRow, RulePreview } from '#ui/crud/record-drawer.tsx';
import { Count } from '#ui/list/table-footer.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { folded } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { FromServiceItem } from '#features/search-settings/rule-import/screen/from-service.panel.tsx';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { ProposedSynonyms } from './proposed-synonyms.panel.tsx';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
import { previewSynonym, type SynonymRule, synonyms, twoWay } from './synonyms.contract.ts';
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
        synonyms: { label: t('Synonyms'), hint: t('Press Enter or type a comma after each one.') },
        synonym_type_id: { label: t('Kind'), choices: synonymKinds(t), sort: 'kind', width: 120 },
        search_count: {
          label: t('Searches'),
          cell: ({ search_count: count }) => <Count of={count} />,
          isNumber: true,
          isWideOnly: true,
          width: 100,
        },
        updated_at: { label: t('Changed'), cell: ({ updated_at: at }) => <Moment at={at} />, isWideOnly: true, width: 130 },
      }}
      above={<ProposedSynonyms />}
      useStates={useSynonymStates}
      filters={<KindFilter />}
      below={({ id }) => <ImpactPart of={{ source: 'synonyms', id }} />}
      beside={({ values }, id) => (
        <>
          <Misspelt {...values} />
          <RulePreview
            endpoint={previewSynonym}
            rows={[previewedRow(values, id)]}
            queries={values.synonym_type_id === twoWay ? [values.term, ...values.synonyms] : [values.term]}
            containing={values.term}
            hint={t('Fill in the term and a synonym to see what changes.')}
          />
        </>
      )}
      more={<FromServiceItem />}
      help={<Help />}
    />
  );
}

const leastLetters = 4;

/** One letter more, less or other, or two swapped. */
function isTypo(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end)) as [string, string];
  const isSwapped = left.length === 2 && left === right.split('').toReversed().join('');
  return one !== other && shorter >= leastLetters && (Math.max(left.length, right.length) <= 1 || isSwapped);
}

/** A synonym is the wrong rule for a query that is only misspelt. */
function Misspelt({ term, synonyms: words }: Pick<SynonymRule, 'term' | 'synonyms'>) {
  const [typed, meant] = [term.trim().toLowerCase(), words.find((word) => isTypo(folded(word), folded(term)))];
  if (meant === undefined) return null;
  return (
    <Text size="sm" mb={12}>
      {t('“{term}” looks like a misspelling of “{word}”. A replacing term corrects the whole query.', {
        term: typed,
        word: meant,
      })}{' '}
      <AllowedLink needs="search" to={linkTo('/search-settings/fixit', { edit: 'new', term: typed })}>
        {t('Add replacing term')}
      </AllowedLink>
    </Text>
  );
}

const useSynonymStates = () => useFindingStates('synonyms');

function KindFilter() {
  const kinds = Object.entries(synonymKinds(t)).map(([kind, { name }]) => [kind, name]);
  return <ListFilter name="kind" label={t('Kind')} choices={Object.fromEntries(kinds)} />;
}

function Help() {
  const kinds = Object.values(synonymKinds(t)).map(({ name, meaning }) => `${name}: ${meaning}`);
  return (
    <Sentences
      of={[
        ...kinds,
        t('Synonyms are live at once, in all forms of a word.'),
        t('Each night proposes synonyms from what visitors search next and choose.'),
      ]}
    />
  );
}
