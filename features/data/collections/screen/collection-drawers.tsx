import { NativeSelect, Radio, Stack, Switch, TextInput, Button, Group, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { useAddress } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { useAction, useCall, query } from '#ui/calls/queries.ts';
import { ClosedPart, DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import { collectionFieldNames, predefinedWords, rateLabel } from './collections.released.tsx';
import {
  applyCollection,
  type Collection,
  CollectionInput,
  type CollectionInput as Input,
  createCollection,
  defaultRelevantRate,
  listCollections,
  type PredefinedId,
  predefinedIds,
  readCollection,
  relevantRates,
  updateCollection,
  rollBackCollection,
  type CollectionDetail,
  type Generation,
} from '#features/data/collections/collections.contract.ts';
import { fewItems, minimumMatchOf } from '#contract/values/match-rate.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { Status } from '#ui/page/status.tsx';
import classes from './generations.module.css';
import { isUnderWay } from './recreate.panel.tsx';

type Settings = RecordFormState<typeof CollectionInput>;

const exampleWords = 4;

function rateMeaning(t: Translate, rate: number): string {
  if (rate === 0) return t('OFF: an item with any one word of the query is found.');
  const must =
    rate === 100
      ? t('ALL: an item needs every word of the query.')
      : t('Of {words} words, {k} must match.', { words: exampleWords, k: minimumMatchOf(exampleWords, rate) });
  return `${must} ${t('Where that finds fewer than {count} items, fewer words are enough.', { count: fewItems })}`;
}

const NameField = ({ form }: { readonly form: Settings }) => (
  <TextInput {...form.field('name')} description={t('The name used by shops and feeds.')} data-autofocus />
);

function MatchFields({ form }: { readonly form: Settings }) {
  const rate = Number(form.values.relevant_rate ?? 0);
  return (
    <>
      <NativeSelect
        {...form.field('relevant_rate')}
        description={rateMeaning(t, rate)}
        data={relevantRates.map((value) => ({ value: String(value), label: rateLabel(value) }))}
        value={String(rate)}
        onChange={(event) => form.set('relevant_rate', Number(event.currentTarget.value) as (typeof relevantRates)[number])}
      />
      <Switch
        {...form.checkbox('force_stopwords')}
        description={t('Search ignores words such as “and” or “for”, unless they are all there is.')}
      />
      <Switch
        {...form.checkbox('lower_unwanted')}
        description={t('“lamp without cable” ranks lamps with a cable last. A minus still excludes them.')}
      />
    </>
  );
}

const empty = 'empty';

function StartChoice({ form }: { readonly form: RecordFormState<typeof createCollection.input> }) {
  const proposed = Object.values(predefinedWords).map(({ name }) => t(name));
  const choose = (value: string): void => {
    const id = value === empty ? null : (value as PredefinedId);
    form.set('predefined', id);
    const isProposed = form.values.name === '' || proposed.includes(form.values.name);
    if (isProposed) form.set('name', id === null ? '' : t(predefinedWords[id].name));
  };
  return (
    <Radio.Group {...form.field('predefined')} value={form.values.predefined ?? empty} onChange={choose}>
      <Stack gap={12} mt={8}>
        <Radio value={empty} label={t('Empty')} description={t('The first import finds the fields by itself.')} />
        {predefinedIds.map((id) => (
          <Radio key={id} value={id} label={t(predefinedWords[id].name)} description={t(predefinedWords[id].description)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const refreshes = [listCollections, readCollection];

/** Address: `?edit=new` or `?edit=3`. */
export function CollectionDrawer({ collections }: { readonly collections: readonly Collection[] | undefined }) {
  const [{ edit }, change] = useAddress();
  const collection = collections?.find(({ id }) => id === edit);
  const close = () => change({ edit: undefined, kind: undefined });
  const title = edit === 'new' ? t('Add collection') : (collection?.name ?? t('Edit'));
  return (
    <SideDrawer isOpen={edit !== undefined} title={title} onClose={close}>
      {edit === 'new' && <NewCollection onClose={close} />}
      {collection && <KnownCollection key={collection.id} collection={collection} onClose={close} />}
      {edit !== 'new' && !collection && <FormSkeleton />}
    </SideDrawer>
  );
}

function NewCollection({ onClose }: { readonly onClose: () => void }) {
  const names = collectionFieldNames(t);
  const create = useCall(createCollection, { refreshes });
  const [{ kind }] = useAddress<'/data/collections'>();
  const predefined = predefinedIds.find((id) => id === kind) ?? null;
  const name = predefined === null ? '' : t(predefinedWords[predefined].name);
  return (
    <DrawerForm
      schema={createCollection.input}
      initial={{ name, predefined, relevant_rate: defaultRelevantRate, force_stopwords: false, lower_unwanted: false }}
      names={{ ...names, predefined: t('Begin with') }}
      save={async (values) => {
        const { name } = await create.mutateAsync(values);
        toast({ text: t('“{name}” was added. Add a feed that fills it.', { name }) });
      }}
      saveLabel={t('Add collection')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <StartChoice form={form} />
          <NameField form={form} />
          <ClosedPart
            title={t('More options')}
            summary={`${t('Match rate')} ${rateLabel(form.values.relevant_rate ?? defaultRelevantRate)}`}
          >
            <MatchFields form={form} />
          </ClosedPart>
        </>
      )}
    </DrawerForm>
  );
}

function KnownCollection({ collection, onClose }: { readonly collection: Collection; readonly onClose: () => void }) {
  const names = collectionFieldNames(t);
  const update = useCall(updateCollection, { refreshes });
  const apply = useAction(applyCollection, { refreshes, done: t('Searches use the new settings.') });
  const { id } = collection;
  const save = async (_values: Input, changes: Partial<Input>) => {
    const saved = await update.mutateAsync({ ...changes, id });
    const action = { label: t('Update collection'), run: () => apply.mutate({ id }) };
    if (saved.need_update) toast({ text: t('Saved. Searches use it after an update.'), action });
    else toast({ text: t('Saved.') });
  };
  return (
    <DrawerForm
      schema={CollectionInput}
      initial={CollectionInput.parse(collection)}
      names={names}
      save={save}
      saveLabel={t('Save changes')}
      isChange
      onClose={onClose}
    >
      {(form) => (
        <>
          <NameField form={form} />
          <MatchFields form={form} />
        </>
      )}
    </DrawerForm>
  );
}

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
  const { generations } = collection;
  if (generations.length === 0) return <Text size="sm">{t('Nothing built yet. The first import builds a generation.')}</Text>;
  return (
    <ul className={classes.list}>
      {generations.map((generation) => (
        <GenerationRow key={generation.name} collection={collection} generation={generation} />
      ))}
    </ul>
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
    done: t('Rolled back. You can return the same way.'),
  });
  const ask = async (): Promise<void> => {
    const text = t(
      '“{name}” will have its {count} items of {moment} again, at once. What changed since is not searched until the next import or until you go back.',
      { name, count: generation.item_count, moment: formats.moment(generation.built_at) },
    );
    if (await confirm({ title: t('Roll back “{name}”?', { name }), text, confirmLabel: t('Roll back') })) rollBack.mutate({ id });
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
