import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { useAllowed } from '#ui/state/rights.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { linkTo } from '#ui/state/address.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { readWaiting, type WaitingRow } from '#features/search-settings/releases/releases.contract.ts';
import { RegenerationGate, useRegenerate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import { askEveryMs } from './asking.ts';
import type { Work } from './work-row.tsx';

/** Published together, by the boost manager. */
const boostSources: readonly string[] = ['boosts', 'boost-settings'];

const releasesPath = '/search-settings/releases';

interface RuleWork {
  readonly work: readonly Work[];
  /** Confirmation dialog; render it. */
  readonly gate: ReactNode;
}

export function useRuleWork(): RuleWork {
  const maySee = useAllowed(readWaiting.needs);
  const regenerate = useRegenerate();
  const block = useSavingBlock();
  const { data } = useQuery({ ...query(readWaiting, {}), enabled: maySee, refetchInterval: askEveryMs });
  if (!maySee || !data) return { work: [], gate: null };
  const at = (step: WaitingRow['goes_live']) => data.rows.filter(({ goes_live: moment }) => moment === step);
  const [midnight, publish, update] = [at('atMidnight').length, at('onPublish'), at('onUpdate').length];
  const work: Work[] = [];
  if (midnight > 0)
    work.push({
      key: 'midnight',
      kind: 'waiting',
      text: t('{count} changes wait for midnight', { count: midnight }),
      to: linkTo(releasesPath, { waiting: 1 }),
      action: (
        <Button
          size="xs"
          variant="default"
          disabled={block !== undefined}
          title={block ?? t('Apply now instead of at midnight.')}
          onClick={regenerate}
        >
          {t('Regenerate')}
        </Button>
      ),
    });
  work.push(...boostDrafts(t, publish));
  if (update > 0)
    work.push({
      key: 'update',
      kind: 'waiting',
      text: t('{count} changes wait until a collection is updated', { count: update }),
      to: linkTo(releasesPath),
    });
  return { work, gate: <RegenerationGate /> };
}

function boostDrafts(t: Translate, rows: readonly WaitingRow[]): Work[] {
  const boosts = rows.filter(({ source }) => boostSources.includes(source));
  const collections = [...new Set(boosts.map(({ collection_id: id }) => id))];
  const [first = null] = collections;
  if (boosts.length === 0) return [];
  const to = linkTo('/search-settings/boost-manager', first === null ? {} : { c: first });
  return [{ key: 'boosts', kind: 'waiting', text: t('A draft of boosts is not published'), to }];
}
