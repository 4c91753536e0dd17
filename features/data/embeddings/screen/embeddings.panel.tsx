import { Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import {
  type Embedding,
  estimateEmbedding,
  listEmbeddings,
  switchEmbedding,
} from '#features/data/embeddings/embeddings.contract.ts';
import type { EmbeddingFault } from '#contract/values/embedding-faults.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { Status } from '#ui/page/status.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';

const isAway = msg('The model doesn’t answer now. Aisle tries again in 5 minutes.');
const isUnusable = msg('The model’s answer isn’t usable. Ask the server’s administrator.');
const faultTexts: Readonly<Record<EmbeddingFault, string>> = {
  unreachable: isAway,
  slow: isAway,
  busy: isAway,
  denied: msg('The model’s key was rejected. Ask the server’s administrator.'),
  refused: isUnusable,
  malformed: isUnusable,
  wrongDimensions: msg('The model’s vectors have changed. Turn search by meaning off and on again.'),
  internal: msg('An internal error stopped it. Aisle tries again in 5 minutes.'),
};

const askEveryMs = 2_000;

interface NamedCollection {
  readonly id: number;
  readonly name: string;
}

const isUnderWay = ({ state }: Embedding): boolean => state === 'waiting' || state === 'running';

const useEmbeddings = () =>
  useQuery({
    ...query(listEmbeddings, {}),
    refetchInterval: ({ state }) => (state.data?.collections.some(isUnderWay) ? askEveryMs : false),
  }).data;

export function EmbeddingStatus({ collectionId }: { readonly collectionId: number }) {
  const one = useEmbeddings()?.collections.find(({ collection_id: id }) => id === collectionId);
  if (!one) return null;
  const { state, failure } = one;
  const progress = t('{place} of {total}', {
    place: formats.number(one.embedded_count),
    total: formats.number(one.item_count),
  });
  if (state === 'done') return <Status kind="live" label={t('Also searched by meaning')} />;
  if (state !== 'failed') return <Status kind="running" label={t('Preparing search by meaning: {progress}', { progress })} />;
  return (
    <>
      <Status kind="error" label={t('Search by meaning is incomplete: {progress}', { progress })} />
      <Text size="xs" c="dimmed">
        {failure !== null && t(faultTexts[failure])}
      </Text>
    </>
  );
}

/** None where the server has no endpoint. */
export function useEmbeddingAction(): (collection: NamedCollection) => readonly RowAction[] {
  const embeddings = useEmbeddings();
  const client = useQueryClient();
  const change = useAction(switchEmbedding, { refreshes: [listEmbeddings], done: t('Saved.') });
  const model = embeddings?.model ?? null;

  async function turnOn({ id, name }: NamedCollection): Promise<void> {
    try {
      const cost = await client.fetchQuery({ ...query(estimateEmbedding, { id }), staleTime: 0 });
      const [items, tokens] = [formats.number(cost.item_count), formats.number(Number(cost.token_count.toPrecision(2)))];
      const isSure = await confirm({
        title: t('Also search “{name}” by meaning?', { name }),
        text: (
          <Stack gap={8}>
            <Sentences
              of={[
                t('Searches that find fewer than three items also show items of similar meaning.'),
                t('The texts of all items are sent to the model “{model}” now; later those of changed items, and such queries.', {
                  model: model ?? '',
                }),
                t('Items: {items}. Tokens: about {tokens}.', { items, tokens }),
              ]}
            />
          </Stack>
        ),
        confirmLabel: t('Turn on'),
      });
      if (isSure) change.mutate({ id, is_on: true });
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    }
  }

  return (collection) => {
    if (model === null) return [];
    const isOn = embeddings?.collections.some(({ collection_id: id }) => id === collection.id) === true;
    return [
      isOn
        ? { label: t('Stop searching by meaning'), icon: Sparkles, run: () => change.mutate({ id: collection.id, is_on: false }) }
        : { label: t('Also search by meaning'), icon: Sparkles, run: () => void turnOn(collection) },
    ];
  };
}
