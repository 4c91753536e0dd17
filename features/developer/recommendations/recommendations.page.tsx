import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leastPaired, pairedDays } from '#contract/limits.ts';
import type { CallError } from '#ui/calls/api.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { type CollectionChoice } from '#ui/collection/collection.ts';
import { ClosedPart } from '#ui/form/drawer-form.tsx';
import { CollectionPage, NoItems } from '#ui/collection/collection-page.tsx';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { FoundItemPicker } from '#ui/item/item-picker.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { useProject } from '#ui/state/session.ts';
import { t } from '#ui/text/i18n.ts';
import { frontAlsoViewed, frontBoughtTogether } from '#features/front-api/paired-items/paired-items.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { frontTrending } from '#features/front-api/trending/trending.contract.ts';

const itemKeys = ['item'];
const shownItems = 8;
const cellHeightPx = 44;

const frame = () => ({
  title: t('Recommendations'),
  purpose: t('Items your shop can offer on product pages and in the cart.'),
  help: (
    <Sentences
      of={[
        t('Copy the code of a block into the template of your product page or cart. The plugin fills it.'),
        t('A block without items stays empty.'),
      ]}
    />
  ),
});

export default function RecommendationsPage() {
  return (
    <CollectionPage keys={itemKeys} frame={frame()}>
      {(collection) => <Recommendations collection={collection} />}
    </CollectionPage>
  );
}

/** As the shop gets them: the front API answers, without counting the call. */
function Recommendations({ collection: { id: c, item_count: count } }: { readonly collection: CollectionChoice }) {
  const [{ item: wanted = '' }, change] = useAddress<'/developer/recommendations'>();
  const token = useProject()?.token ?? '';
  const common = { token, collection: String(c), limit: shownItems };
  const trending = useQuery(followingQuery(frontTrending, common));
  const id = wanted || (trending.data?.items[0]?.id ?? '');
  const ofItem = { ...common, id };
  const isChosen = id !== '';
  const similar = useQuery({ ...followingQuery(frontSimilar, ofItem), enabled: isChosen });
  const together = useQuery({ ...followingQuery(frontBoughtTogether, ofItem), enabled: isChosen });
  const viewed = useQuery({ ...followingQuery(frontAlsoViewed, ofItem), enabled: isChosen });
  const item = useQuery({ ...followingQuery(frontItem, { token, collection: String(c), id }), enabled: isChosen });
  const address = (call: string) =>
    `${location.origin}/front/v1/${call}?${new URLSearchParams({ token, limit: String(shownItems) })}`;
  if (count === 0)
    return (
      <Page {...frame()}>
        <NoItems />
      </Page>
    );
  return (
    <Page {...frame()}>
      <Stack gap={16}>
        <Panel title={t('Product on the page')}>
          {item.data && <ItemCell item={shownItemOf(item.data.item)} />}
          {!item.data && !item.error && <Skeleton height={cellHeightPx} aria-hidden />}
          {item.error && <LoadError error={item.error} retry={() => void item.refetch()} />}
          <FoundItemPicker label={t('Choose another item')} c={c} q="" pick={(next) => change({ item: next })} />
        </Panel>
        <Block
          title={t('Similar items')}
          answer={similar}
          none={t('No item has similar words or the same category.')}
          plugin={blockOf('similar', id)}
          api={address(`similar/${encodeURIComponent(id)}`)}
        />
        <Block
          title={t('Bought together')}
          text={t('By purchases of the same customer on one day, in the last {days} days.', { days: pairedDays })}
          answer={together}
          none={
            <>
              {t('Fewer than {least} customers bought it with the same other item. A day counts four days later.', {
                least: leastPaired,
              })}{' '}
              <Anchor href="/docs/plugin#carts-and-orders" target="_blank" size="sm">
                {t('Send purchases')}
              </Anchor>
            </>
          }
          plugin={blockOf('together', id)}
          api={address(`bought-together/${encodeURIComponent(id)}`)}
        />
        <Block
          title={t('Also viewed')}
          text={t('By clicks of the same visitor on one day, in the last {days} days.', { days: pairedDays })}
          answer={viewed}
          none={t('Fewer than {least} visitors clicked it and the same other item. A day counts four days later.', {
            least: leastPaired,
          })}
          plugin={blockOf('viewed', id)}
          api={address(`also-viewed/${encodeURIComponent(id)}`)}
        />
        <Block
          title={t('Trending items')}
          text={
            trending.data?.basis === 'ranking'
              ? t('No clicks and purchases in the last 7 days: items come in the order of an empty search.')
              : t('By clicks, carts and purchases in the last 7 days.')
          }
          answer={trending}
          none={t('No items yet')}
          plugin={blockOf('trending')}
          api={address('trending')}
        />
      </Stack>
    </Page>
  );
}

const itemAttribute = 'data-item';

function blockOf(kind: string, id?: string): string {
  const attribute = id === undefined ? '' : ` ${itemAttribute}="${id.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  return `<div data-aisle-recommend="${kind}"${attribute}></div>`;
}

type Items = readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];

interface BlockProps {
  readonly title: string;
  readonly text?: string;
  readonly answer: UseQueryResult<{ readonly items: Items }, CallError>;
  /** Why there is no item. */
  readonly none: ReactNode;
  readonly plugin: string;
  readonly api: string;
}

function Block({ title, text, answer: { data, error, refetch }, none, plugin, api }: BlockProps) {
  return (
    <Panel title={title} {...(text !== undefined && { text })} isRegion>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <Text size="sm">{none}</Text>}
      {!error && data?.items.length !== 0 && (
        <SimpleGrid
          component="ul"
          type="container"
          cols={{ base: 1, '480px': 2, '900px': 4 }}
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {data
            ? data.items.map((item) => (
                <li key={item.id} style={{ minWidth: 0 }}>
                  <ItemCell item={shownItemOf(item)} isNarrow />
                </li>
              ))
            : Array.from({ length: shownItems }, (_, at) => (
                <Skeleton key={at} component="li" height={cellHeightPx} aria-hidden />
              ))}
        </SimpleGrid>
      )}
      <ClosedPart title={t('Add to your shop')}>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('Code for the plugin')}
          </Text>
          <CodeBlock code={plugin} copyLabel={t('Copy')} />
          {plugin.includes(itemAttribute) && (
            <Text size="sm" c="dimmed" mt={4}>
              {t('In your template, data-item is the id of the product on the page.')}
            </Text>
          )}
        </div>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('Call of the front API')}
          </Text>
          <CodeBlock code={api} copyLabel={t('Copy')} />
        </div>
      </ClosedPart>
    </Panel>
  );
}
