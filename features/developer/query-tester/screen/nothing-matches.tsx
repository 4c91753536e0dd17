import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Microscope, Replace, SearchX } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Empty } from '#ui/page/states.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import type { TesterFilters } from './tester-filters.tsx';

interface NothingMatchesProps {
  readonly q: string;
  readonly c: number;
  readonly filters: TesterFilters;
}

export function NothingMatches({ q, c, filters }: NothingMatchesProps) {
  const nearest = useNearest(q, c);
  const [, change] = useAddress();
  const [word = q] = q.trim().split(/\s+/);
  const text = nearest.length > 0 ? t('Similar words in your items:') : t('No item has a similar word. A synonym can help.');
  return (
    <Empty
      icon={SearchX}
      title={t('Nothing matches “{search}”', { search: q })}
      text={filters.text === '' ? text : t('Try it without filters.')}
      action={
        <Group gap={8} justify="center">
          {filters.text !== '' && (
            <Button variant="default" onClick={filters.clear}>
              {t('Clear filters')}
            </Button>
          )}
          {nearest.map((near) => (
            <Button key={near} variant="default" onClick={() => change({ q: near, page: undefined })}>
              {near}
            </Button>
          ))}
          <AllowedButton
            needs="search"
            to={linkTo('/search-settings/synonyms', { edit: 'new', term: q.trim() })}
            icon={Replace}
            isPrimary
          >
            {t('Add synonym for “{query}”', { query: q.trim() })}
          </AllowedButton>
          <AllowedButton needs="developer" to={linkTo('/developer/analyze', { term: word, c })} icon={Microscope}>
            {t('Analyze')}
          </AllowedButton>
        </Group>
      }
    />
  );
}

const shownNearest = 3;
const shortestBeginning = 3;

function useNearest(q: string, c: number): readonly string[] {
  const text = q.trim();
  const beginning = text.slice(0, Math.max(shortestBeginning, Math.floor(text.length / 2)));
  const { data } = useQuery({
    ...query(completeInConsole, { query: beginning, c, limit: shownNearest }),
    enabled: beginning.length >= shortestBeginning,
  });
  return (data?.suggestions ?? []).map(({ text: near }) => near).slice(0, shownNearest);
}
