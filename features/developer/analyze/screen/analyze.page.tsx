import { Sentences, Page } from '#ui/page/page.tsx';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Microscope } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { useLinkedCollection, useNeedsCollection } from '#ui/collection/collection.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { QueryChips, useExamples } from '#ui/item/preview-panel.tsx';
import { t } from '#ui/text/i18n.ts';
import { NoCollection, NoItems } from '#ui/collection/collection-page.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
import { RefetchBar, Empty, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { SearchInput } from '#ui/list/search-input.tsx';
import { analyzeTerm, type AnalysedTerm, maximumTermLength } from '#features/developer/analyze/analyze.contract.ts';
import { Analysis } from './analysis.tsx';

const fieldKeys = ['schema'];

export default function AnalyzePage() {
  const [{ term = '', schema = '' }, change] = useAddress();
  const collection = useLinkedCollection(fieldKeys);
  const needsCollection = useNeedsCollection();
  const c = collection?.id ?? 0;
  const answer = useQuery({ ...followingQuery(analyzeTerm, { c, term, schema }), enabled: collection !== null });
  const { data, error } = answer;
  const isEmpty = data?.fields.length === 0;
  const setTerm = (next: string) => change({ term: next }, { isReplacing: true });
  return (
    <Page
      title={t('Analyze')}
      purpose={t('See how a word is processed and what it matches.')}
      isWide
      toolbar={
        <>
          <SearchInput
            title={t('Searched for')}
            label={t('A word as customers type it')}
            most={maximumTermLength}
            list={{ search: term, setSearch: setTerm }}
          />
          <FieldChoice answer={data} choose={(name) => change({ schema: name })} />
        </>
      }
      help={<Help />}
    >
      {error && <LoadError error={error} retry={() => void answer.refetch()} />}
      {!data && !error && collection !== null && <RowSkeletons />}
      {needsCollection && <NoCollection />}
      {data && isEmpty && <NoItems />}
      {data && !isEmpty && term.trim() === '' && (
        <Empty
          icon={Microscope}
          title={t('Why does a word find an item, or not?')}
          action={<Beginnings c={c} follow={setTerm} />}
        />
      )}
      {data && !isEmpty && term.trim() !== '' && (
        <>
          <RefetchBar isMoving={answer.isFetching} />
          <Analysis answer={data} term={term.trim()} />
        </>
      )}
    </Page>
  );
}

/** Queries of visitors to begin with. */
function Beginnings({ c, follow }: { readonly c: number; readonly follow: (term: string) => void }) {
  const examples = useExamples(c);
  if (!examples || examples.queries.length === 0) return null;
  return (
    <QueryChips
      label={examples.is_tracked ? t('Visitors search:') : t('Names of items:')}
      queries={examples.queries}
      q=""
      setQ={follow}
    />
  );
}

interface FieldChoiceProps {
  readonly answer: AnalysedTerm | undefined;
  readonly choose: (name: string) => void;
}

function FieldChoice({ answer, choose }: FieldChoiceProps) {
  const fields = answer?.fields ?? [];
  return (
    <Select
      label={t('In the field')}
      data={fields.map(({ name, is_searched: isSearched }) => ({
        value: name,
        label: isSearched ? fieldLabel(name) : t('{field} (not searched)', { field: fieldLabel(name) }),
      }))}
      value={answer?.schema ?? null}
      onChange={(name) => name !== null && choose(name)}
      disabled={fields.length === 0}
      allowDeselect={false}
      searchable
      w={{ base: '100%', sm: 240 }}
    />
  );
}

const Help = () => (
  <Sentences
    of={[
      t('Queries and items go through nearly the same steps. They match if they end alike.'),
      t('Synonyms, ignored terms and character replacements act on queries only, so they work without an import.'),
    ]}
  />
);
