import { Anchor, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { isWebAddress } from '#contract/fields.ts';
import { query } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Picture, Price, shownItemOf, Stock } from '#ui/item/item-cell.tsx';
import { Loaded, RowSkeletons } from '#ui/page/states.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { readItem } from './quick-search.contract.ts';

const picturePx = 160;
const descriptionLines = 8;

export default function ItemDialog() {
  const collection = useCollection();
  const [{ shown: id = '' }, change] = useAddress();
  const close = () => change({ dialog: undefined, shown: undefined });
  return (
    <SideDrawer isOpen title={t('Item')} onClose={close}>
      {collection !== null && id !== '' && (
        <Loaded query={query(readItem, { c: collection.id, id })} skeleton={<RowSkeletons count={4} />}>
          {(item) => <ItemFacts item={item} collectionId={collection.id} />}
        </Loaded>
      )}
    </SideDrawer>
  );
}

interface ItemFactsProps {
  readonly item: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly collectionId: number;
}

function ItemFacts({ item, collectionId }: ItemFactsProps) {
  const { name, image, brand, category, price, currency, availability } = shownItemOf(item);
  const url = typeof item['url'] === 'string' && isWebAddress(item['url']) ? item['url'] : undefined;
  const description = typeof item['description'] === 'string' ? item['description'] : undefined;
  return (
    <Stack gap={16}>
      <Picture address={image} sizePx={picturePx} />
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[brand, category].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('ID {id}', { id: item.id })}
        </Text>
      </div>
      {price !== undefined && <Price value={price} currency={currency} />}
      {availability !== undefined && <Stock availability={availability} />}
      {description !== undefined && (
        <Text size="sm" lineClamp={descriptionLines}>
          {description}
        </Text>
      )}
      <Stack gap={8} align="flex-start">
        {url !== undefined && (
          <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
            {t('See it in the shop')} <ExternalLink size={14} aria-hidden />
          </Anchor>
        )}
        <AllowedLink needs="preview" to={linkTo('/developer/documents', { c: collectionId, item: item.id })}>
          {t('Open in Documents')}
        </AllowedLink>
        <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { c: collectionId, q: name })}>
          {t('Open in Query tester')}
        </AllowedLink>
      </Stack>
    </Stack>
  );
}
