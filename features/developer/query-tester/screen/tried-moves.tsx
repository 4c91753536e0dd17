import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import type { Answer } from '#ui/calls/api.ts';
import { followingAnswer } from '#ui/calls/queries.ts';
import { PreviewColumns } from '#ui/item/preview-columns.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { AfterWait, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { type Translate, t } from '#ui/text/i18n.ts';
import { compareSearches } from '#features/developer/query-tester/query-tester.contract.ts';
import { triedTitle } from './tried-frame.panel.tsx';
import { triedInput, type TriedSearch } from './tried-search.picker.tsx';
import classes from './tried-search.module.css';

interface TriedMovesProps {
  readonly c: number;
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
}

export function TriedMoves({ c, q, filters, tried }: TriedMovesProps) {
  const asked = useQuery(followingAnswer(compareSearches, { c, q, filters, ...triedInput(tried) }));
  const { data, error, isFetching, refetch } = asked;
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <AfterWait>
        <RowSkeletons count={6} />
      </AfterWait>
    );
  return (
    <div className={classes.moves}>
      <RefetchBar isMoving={isFetching} />
      <PreviewColumns items={data.data} beside={data.beside} q={q} titles={{ live: t('Live'), tried: columnTitle(t, tried) }} />
      {isSame(data) && (
        <Text size="sm" mt={12}>
          {t('The first items are the same, in the same order.')}
        </Text>
      )}
    </div>
  );
}

function columnTitle(t: Translate, tried: TriedSearch): string {
  if (tried.without !== '') return triedTitle(t, { release: 'live', without: tried.without });
  return tried.release === 'draft' ? t('Draft') : t('Release {number}', { number: tried.release });
}

const isSame = ({ data, beside: { gone } }: Answer<typeof compareSearches>): boolean =>
  data.length > 0 && gone.length === 0 && data.every((item) => item.position === item.live_position);
