import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { msg, t } from '#ui/text/i18n.ts';
import { query, useCall } from '#ui/calls/queries.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { DrawerForm, FormSkeleton, ClosedPart } from '#ui/form/drawer-form.tsx';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { FeedFormatFields } from './feed-format.picker.tsx';
import { FeedSourcePicker } from './feed-source.picker.tsx';
import { FeedInput, defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed.contract.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { type Feed, createFeed, listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { maximumPageSize } from '#contract/page.ts';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { NoCollection } from '#ui/collection/collection-page.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';

const shares = [
  { name: 'fewer_items_percent', label: msg('Fewer items than now, over (%)') },
  { name: 'bad_items_percent', label: msg('Bad items, over (%)') },
  { name: 'changed_ids_percent', label: msg('Items with other ids, over (%)') },
] as const;

interface FeedGuardFieldsProps {
  readonly guard: { readonly [Name in keyof FeedGuard]?: FeedGuard[Name] | undefined } | undefined;
  readonly onChange: (guard: FeedGuard) => void;
}

function FeedGuardFields({ guard, onChange }: FeedGuardFieldsProps) {
  const set = Object.entries(guard ?? {}).filter(([, value]) => value !== undefined);
  const values: FeedGuard = { ...defaultGuard, ...Object.fromEntries(set) };
  return (
    <ClosedPart title={t('Safety limits')}>
      <Text size="sm" c="dimmed">
        {t('Imports over these limits wait for your decision; 100% never. Bad items count on top of the live import’s.')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} style={{ alignItems: 'end' }}>
        {shares.map(({ name, label }) => (
          <NumberField
            key={name}
            label={t(label)}
            value={values[name]}
            onChange={(percent) => onChange({ ...values, [name]: percent })}
            min={1}
            max={100}
            decimals={0}
            isNeeded
          />
        ))}
      </SimpleGrid>
      <Switch
        label={t('When many prices become 0')}
        checked={values.hold_zero_prices}
        onChange={({ currentTarget }) => onChange({ ...values, hold_zero_prices: currentTarget.checked })}
      />
    </ClosedPart>
  );
}

interface FeedFormProps {
  readonly initial: FeedInput;
  readonly feedId: number | null;
  readonly saveLabel: string;
  readonly save: (input: FeedInput) => Promise<unknown>;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

export function FeedForm({ feedId, ...form }: FeedFormProps) {
  const [isUploading, onUploading] = useState(false);
  return (
    <DrawerForm
      {...form}
      waitReason={isUploading ? t('Still uploading. Wait, or cancel the upload.') : undefined}
      isChange={feedId !== null}
      schema={FeedInput}
      names={{
        name: t('Name'),
        collection_id: t('Collection'),
        feed_url: t('Feed'),
        file_name: t('File'),
        feed_type: t('Type'),
        feed_language: t('Language of the feed'),
        feed_encoding: t('Encoding'),
        feed_separator: t('Separator'),
        feed_headers: t('Headers'),
        tag_name: t('Element of one item'),
        activated: t('Import automatically'),
        guard: t('Safety limits'),
      }}
    >
      {(state) => <Fields form={state} feedId={feedId} onUploading={onUploading} />}
    </DrawerForm>
  );
}

const formatFields = ['feed_type', 'feed_language', 'feed_encoding', 'feed_separator', 'feed_headers'] as const;

interface FieldsProps extends Pick<FeedFormProps, 'feedId'> {
  readonly form: RecordFormState<typeof FeedInput>;
  readonly onUploading: (isUploading: boolean) => void;
}

function Fields({ form, feedId, onUploading }: FieldsProps) {
  const collections = useCollectionChoices();
  const { feed_url: feedUrl, file_name: fileName = null, feed_type: feedType = '', collection_id: collectionId } = form.values;
  const setSource = (url: string, name: string | null) => {
    form.set('feed_url', url);
    form.set('file_name', name);
    form.set('feed_type', '');
    form.set('tag_name', '');
  };
  return (
    <>
      <TextInput {...form.field('name')} data-autofocus />
      <Select
        {...form.field('collection_id')}
        value={String(collectionId)}
        onChange={(id) => id !== null && form.set('collection_id', Number(id))}
        data={collections}
        allowDeselect={false}
      />
      <FeedSourcePicker
        field={form.field('feed_url')}
        feedUrl={feedUrl}
        fileName={fileName}
        onChange={setSource}
        onUploading={onUploading}
      />
      <ClosedPart title={t('Advanced format')} isWrong={form.field('tag_name').error !== undefined}>
        <FeedFormatFields shown={formatFields} feedType={feedType} field={form.field} />
        {feedId !== null && feedType !== 'csv' && (
          <TextInput
            {...form.field('tag_name')}
            description={t('The XML element or JSON list that repeats for every item.')}
            placeholder={t('Automatic')}
          />
        )}
      </ClosedPart>
      <FeedGuardFields guard={form.values.guard} onChange={(guard) => form.set('guard', guard)} />
    </>
  );
}

function useCollectionChoices(): { value: string; label: string }[] {
  const { data: collections = [] } = useQuery(query(listCollections, {}));
  return collections.map(({ id, name }) => ({ value: String(id), label: name }));
}

export const inputOf = (feed: Feed): FeedInput => FeedInput.parse(feed);

const blankFeed = (collection_id: number): FeedInput => ({
  ...FeedInput.parse({ name: '-', feed_url: '-', collection_id }),
  name: '',
  feed_url: '',
});

/** The first collection without a feed, otherwise the first one. Undefined while loading, null without collections. */
function useNextCollection(): number | null | undefined {
  const { data: collections } = useQuery(query(listCollections, {}));
  const { data: feeds } = useQuery(query(listFeeds, { per_page: maximumPageSize }));
  if (!collections || !feeds) return undefined;
  const free = collections.find(({ id }) => feeds.items.every((feed) => feed.collection_id !== id));
  return (free ?? collections[0])?.id ?? null;
}

/** Address: `?edit=new`. */
export function AddFeedDrawer() {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const collectionId = useNextCollection();
  const create = useCall(createFeed, { refreshes: [listFeeds] });
  const createdId = useRef<number>(null);
  const isOpen = address['edit'] === 'new';
  const showCreated = () => {
    if (createdId.current !== null) void navigate(linkTo('/data/import/edit', { id: createdId.current }));
  };
  return (
    <SideDrawer isOpen={isOpen} title={t('Add feed')} onClose={() => change({ edit: undefined })}>
      {collectionId === undefined && <FormSkeleton />}
      {collectionId === null && <NoCollection />}
      {collectionId != null && (
        <FeedForm
          initial={blankFeed(collectionId)}
          feedId={null}
          saveLabel={t('Add feed')}
          save={async (input) => (createdId.current = (await create.mutateAsync(input)).id)}
          onSaved={showCreated}
          onClose={() => createdId.current === null && change({ edit: undefined })}
        />
      )}
    </SideDrawer>
  );
}
