import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { query, useAction } from '#console-kit/calls/queries.ts';
import { NoticeBar } from '#console-kit/page/notice-bar.tsx';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { useRefusal } from '#console-kit/session/refusal.ts';
import { useSavingBlock } from '#console-kit/session/saving.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import {
  applyCollection,
  type Collection,
  listCollections,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';

/** Ignored terms do nothing until a collection forces them and is updated. */
export function NothingForced() {
  const { data: collections = [] } = useQuery(query(listCollections, {}));
  const forcing = collections.filter(({ force_stopwords: forces }) => forces);
  const [first, second] = collections;
  if (!first || forcing.some(({ need_update: isWaiting }) => !isWaiting)) return null;
  const [waiting] = forcing;
  const only = waiting ?? (second ? undefined : first);
  return (
    <NoticeBar
      icon={TriangleAlert}
      colour="var(--aisle-waiting)"
      text={
        waiting
          ? t('“{name}” ignores terms once it is updated.', { name: waiting.name })
          : t('No collection ignores terms. They do nothing until one does.')
      }
    >
      {only ? (
        <Force collection={only} />
      ) : (
        <AllowedLink needs="data" to={linkTo('/data/collections')}>
          {t('Choose a collection')}
        </AllowedLink>
      )}
    </NoticeBar>
  );
}

function Force({ collection: { id, name, force_stopwords: isForcing } }: { readonly collection: Collection }) {
  const refusal = useRefusal('data');
  const block = useSavingBlock() ?? refusal;
  const apply = useAction(applyCollection, {
    refreshes: [listCollections],
    done: t('Searches in “{name}” leave ignored terms out.', { name }),
  });
  const save = useAction(updateCollection);
  const force = () =>
    isForcing ? apply.mutate({ id }) : save.mutate({ id, force_stopwords: true }, { onSuccess: () => apply.mutate({ id }) });
  return (
    <Button size="xs" onClick={force} loading={save.isPending || apply.isPending} disabled={block !== undefined} title={block}>
      {isForcing ? t('Update collection') : t('Ignore terms in “{name}”', { name })}
    </Button>
  );
}
