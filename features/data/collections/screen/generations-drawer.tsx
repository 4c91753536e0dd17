import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { query, useAction } from '#ui/calls/queries.ts';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Status } from '#ui/page/status.tsx';
import {
  readCollection,
  rollBackCollection,
  type Collection,
  type CollectionDetail,
  type Generation,
} from '#features/data/collections/collections.contract.ts';
import classes from './generations.module.css';
import { isUnderWay } from './recreate.panel.tsx';

/** Address: `?show=3`. */
export function GenerationsDrawer({ collections }: { readonly collections: readonly Collection[] | undefined }) {
  const [{ show: id }, change] = useAddress<'/data/collections'>();
  const name = collections?.find((one) => one.id === id)?.name;
  const title = name === undefined ? t('Generations') : t('Generations of “{name}”', { name });
  return (
    <SideDrawer isOpen={id !== undefined} title={title} onClose={() => change({ show: undefined })}>
      {id !== undefined && (
        <Loaded query={query(readCollection, { id })} skeleton={<FormSkeleton />}>
          {(collection) => <Detail collection={collection} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

function Detail({ collection }: { readonly collection: CollectionDetail }) {
  const { id, generations, dependent_by: dependents, deleted_along: along } = collection;
  const { field_count: fieldCount, indexed_count: indexedCount } = collection;
  return (
    <Stack gap={24}>
      <Text size="sm" c="dimmed">
        {t(
          'Every import and every recreate builds a generation beside the live one. The one before is kept, so that you can go back.',
        )}
      </Text>
      {generations.length === 0 && <Text size="sm">{t('Nothing is built yet. The first import builds a generation.')}</Text>}
      <ul className={classes.list}>
        {generations.map((generation) => (
          <GenerationRow key={generation.name} collection={collection} generation={generation} />
        ))}
      </ul>
      <section>
        <Title order={3}>{t('Fields')}</Title>
        <Text size="sm" mt={4}>
          {t('{indexed} of {total} fields are indexed', { indexed: indexedCount, total: fieldCount })}{' '}
          <Anchor component={Link} {...linkTo('/data/schema', { c: id })}>
            {t('Open the schema')}
          </Anchor>
        </Text>
      </section>
      <section>
        <Title order={3}>{t('Used by')}</Title>
        {dependents.every(({ kind }) => kind !== 'feed') && (
          <Text size="sm" mt={4}>
            {t('No feed fills this collection.')}
          </Text>
        )}
        {along.own_items > 0 && (
          <Text size="sm" mt={4}>
            {t('{count} items are in no feed', { count: along.own_items })}
          </Text>
        )}
        {along.own_phrases > 0 && (
          <Text size="sm" mt={4}>
            {t('{count} phrases of your own', { count: along.own_phrases })}
          </Text>
        )}
        {dependents.map(({ kind, id: usedBy, name }) => (
          <Text key={`${kind} ${usedBy}`} size="sm" mt={4}>
            {kind === 'curation' ? (
              <AllowedLink needs="search" to={linkTo('/search-settings/curations', { c: id, search: name })}>
                {t('Curation “{name}”', { name })}
              </AllowedLink>
            ) : (
              <AllowedLink needs="data" to={linkTo('/data/import/edit', { id: usedBy })}>
                {name}
              </AllowedLink>
            )}
          </Text>
        ))}
      </section>
    </Stack>
  );
}

interface GenerationRowProps {
  readonly collection: CollectionDetail;
  readonly generation: Generation;
}

function GenerationRow({ collection, generation }: GenerationRowProps) {
  const { item_count: count, size_bytes: size, built_at: builtAt, is_live: isLive } = generation;
  return (
    <li className={classes.generation}>
      <Group justify="space-between" gap={8}>
        <div>
          <Status kind={isLive ? 'live' : 'neutral'} label={isLive ? t('Live') : t('Kept')} />
          <Text size="sm" mt={4}>
            {t('{count} items', { count })} · {formats.bytes(size)}
          </Text>
          <Text size="xs" c="dimmed">
            {t('Built')} <Moment at={builtAt} />
          </Text>
        </div>
        {!isLive && <RollBack collection={collection} generation={generation} />}
      </Group>
    </li>
  );
}

function RollBack({ collection, generation }: GenerationRowProps) {
  const { id, name, recreation } = collection;
  const rollBack = useAction(rollBackCollection, {
    refreshes: 'everything',
    done: t('Rolled back to the earlier generation. You can return the same way.'),
  });
  const ask = async (): Promise<void> => {
    const text = t(
      '“{name}” will have its {count} items of {moment} again, at once. What changed since is not searched until the next import or until you go back.',
      { name, count: generation.item_count, moment: formats.moment(generation.built_at) },
    );
    if (await confirm({ title: t('Go back to this generation?'), text, confirmLabel: t('Roll back') })) rollBack.mutate({ id });
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<History size={14} aria-hidden />}
      loading={rollBack.isPending}
      disabled={isUnderWay(recreation)}
      onClick={() => void ask()}
    >
      {t('Roll back')}
    </Button>
  );
}
