import { Skeleton, Stack, Text } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { FoundItemPicker } from '#ui/item/found-item-picker.tsx';
import { MissingAnswer } from './missing-answer.tsx';
import { explainMissing } from '#features/developer/query-tester/missing-item.contract.ts';
import { triedInput, type TriedSearch } from '#features/developer/query-tester/screen/tried-search.picker.tsx';

interface MissingDrawerProps {
  readonly q: string;
  readonly filters: string;
  readonly tried: TriedSearch;
  readonly firstId: string | undefined;
  readonly compare: (a: string, b: string) => void;
}

export function MissingDrawer({ q, filters, tried, firstId, compare }: MissingDrawerProps) {
  const [{ dialog, missing = '' }, change] = useAddress();
  const collection = useCollection();
  const pick = (item: string) => change({ missing: item });
  return (
    <SideDrawer
      isOpen={dialog === 'missing'}
      title={t('Why is it missing?')}
      onClose={() => change({ dialog: undefined, missing: undefined })}
    >
      {collection && (
        <Stack gap={16}>
          <Text size="sm">
            {q.trim() === '' ? t('Choose the missing item.') : t('Choose the item missing from “{query}”.', { query: q })}
          </Text>
          <FoundItemPicker label={t('Item, its id or its name')} c={collection.id} q="" pick={pick} pickText={pick} />
          {missing !== '' && (
            <Loaded
              query={query(explainMissing, { c: collection.id, q, filters, item: missing, ...triedInput(tried) })}
              skeleton={<Skeleton height={160} aria-hidden />}
            >
              {(answer) => <MissingAnswer answer={answer} wanted={missing} pick={pick} firstId={firstId} compare={compare} />}
            </Loaded>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}
