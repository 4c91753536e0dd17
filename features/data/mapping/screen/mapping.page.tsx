import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Waypoints } from 'lucide-react';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { type Feed, listFeeds, readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { BackToFeed, feedParent, OfFeed } from '#features/data/feeds/screen/of-feed.panel.tsx';
import { problemReasons } from '#features/data/imports/import-texts.contract.ts';
import {
  type FeedMapping,
  type MappedField,
  type MappingPreview,
  readMapping,
  saveMapping,
} from '#features/data/mapping/mapping.contract.ts';
import { call } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { Empty, LoadError, Loaded, RefetchBar, RowSkeletons } from '#ui/page/states.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './mapping.module.css';
import { newFieldKey, RuleDrawer, type Rules, useMappingPreview } from './rule.drawer.tsx';

export default function MappingPage() {
  return <OfFeed>{(id) => <MappingOf key={id} id={id} />}</OfFeed>;
}

function MappingOf({ id }: { readonly id: number }) {
  const { data: feed } = useQuery(query(readFeed, { id }));
  const purpose = feed ? t('Map fields of “{name}” to item fields.', { name: feed.name }) : t('Map feed fields to item fields.');
  return (
    <Page parent={feedParent(feed, id, t)} title={t('Mapping')} purpose={purpose} isWide>
      <Loaded query={query(readMapping, { id })} skeleton={<Skeleton height={320} aria-hidden />}>
        {(mapping) =>
          mapping.sample_count === 0 ? (
            <Empty
              icon={Waypoints}
              title={t('No fields yet')}
              text={
                feed && isSample(feed)
                  ? t('A sample shop needs no mapping.')
                  : t('Map the feed’s fields here after the first import.')
              }
              action={<BackToFeed id={id} />}
            />
          ) : (
            <Mapping id={id} feed={feed} mapping={mapping} />
          )
        }
      </Loaded>
    </Page>
  );
}

const rulesOf = ({ rules }: FeedMapping): Rules => Object.fromEntries(rules.map((rule) => [rule.to, rule]));

interface MappingProps {
  readonly id: number;
  readonly feed: Feed | undefined;
  readonly mapping: FeedMapping;
}

function Mapping({ id, feed, mapping }: MappingProps) {
  const [, change] = useAddress();
  const editor = useDraft({
    saved: mapping,
    query: query(readMapping, { id }),
    draftOf: rulesOf,
    send: (draft, over) => {
      const before = rulesOf(over);
      const rules = Object.values(draft).filter((rule) => JSON.stringify(rule) !== JSON.stringify(before[rule.to]));
      return call(saveMapping, { id, rules, removed: Object.keys(before).filter((name) => !(name in draft)) });
    },
    refreshes: [readFeed, listFeeds],
  });
  const preview = useMappingPreview(id, editor.draft);
  const samples = new Map(mapping.feed_fields.map((field) => [field.name, field.samples.join(' · ')]));
  const save = async () => {
    if (await editor.save()) toast({ text: t('The mapping is saved. The next import uses it.') });
  };
  return (
    <Stack gap={20}>
      {editor.failure && (
        <Alert color="red" role="alert">
          {errorText(editor.failure)}
        </Alert>
      )}
      {feed?.need_import && !editor.isDirty && <ImportHint id={id} />}
      <Panel title={t('Preview')} text={t('Items of the last import with this mapping.')}>
        {preview.data ? (
          <div>
            <RefetchBar isMoving={preview.isOld} />
            <MappingItems preview={preview.data.data} />
          </div>
        ) : preview.error ? (
          <LoadError error={preview.error} retry={() => void preview.refetch()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </Panel>
      <Panel
        title={t('In your items')}
        text={t('Item fields and where they come from.')}
        actions={
          <Group gap={8}>
            {Object.keys(editor.draft).length > 0 && (
              <Button variant="default" size="xs" onClick={() => editor.edit(() => ({}))}>
                {t('Back to proposals')}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => change({ field: newFieldKey })}
            >
              {t('Add field')}
            </Button>
          </Group>
        }
      >
        <PlainTable
          label={t('In your items')}
          rows={preview.data?.data.fields ?? []}
          keyOf={({ name }) => name}
          opens={({ name }) => ({ field: name })}
          actions={({ name }) => [{ label: t('Edit'), icon: Pencil, run: () => change({ field: name }), shortcut: 'e' }]}
          columns={[
            { name: 'name', title: t('Field'), cell: ({ name }) => fieldLabel(name) },
            { name: 'sources', title: t('Fields of the feed'), cell: ({ sources }) => sources.join(', ') },
            {
              name: 'samples',
              title: t('Values'),
              cell: ({ sources: [first = ''] }) => (
                <Text size="sm" lineClamp={2}>
                  {samples.get(first)}
                </Text>
              ),
            },
            { name: 'reason', title: t('Mapped'), cell: (field) => reasonOf(field, editor.draft[field.name]?.how === 'none') },
          ]}
        />
      </Panel>
      <RuleDrawer
        id={id}
        feedFields={mapping.feed_fields}
        fields={preview.data?.data.fields ?? []}
        rules={editor.draft}
        edit={editor.edit}
      />
      <SaveBar {...editor} save={() => void save()} saveLabel={t('Save changes')} />
    </Stack>
  );
}

function MappingItems({ preview }: { readonly preview: MappingPreview }) {
  const { items, bad_count: bad, sample_count: samples, problems } = preview;
  return (
    <>
      <ul className={classes.items}>
        {items.map(({ id, fields }) => (
          <li key={id} className={classes.item}>
            <ItemCell item={shownItemOf({ ...fields, id })} />
            <details className={classes.others}>
              <summary>{t('All fields of this item')}</summary>
              <dl>
                {Object.entries({ id, ...fields }).map(([name, value]) => (
                  <div key={name}>
                    <dt>{fieldLabel(name)}</dt>
                    <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <div className={classes.findings} role="status">
          {bad > 0 && (
            <Text size="sm" fw={600}>
              {t('{count} of {samples} sampled items would be skipped.', { samples, count: bad })}
            </Text>
          )}
          <ul>
            {problems.map(({ field, reason, count }) => (
              <li key={`${field} ${reason}`}>
                {field && `${fieldLabel(field)}: `}
                {t(problemReasons[reason] ?? reason)} ({count}×)
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function reasonOf({ reason, sources }: MappedField, isIgnored: boolean): string {
  if (reason === 'owner') return isIgnored ? t('Left empty by you') : t('By you');
  if (sources.length === 0) return t('Nothing in the feed matches.');
  if (reason === 'generatedId') return t('The feed has no id, so this is used. Choose a stable field, if there is one.');
  if (reason === 'sampledValues') return t('By its values');
  return reason === 'feedName' ? t('By name') : t('Kept as it is');
}

function ImportHint({ id }: { readonly id: number }) {
  const navigate = useNavigate();
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds] });
  const start = () => reload.mutate({ id }, { onSuccess: () => void navigate(linkTo('/data/import/edit', { id })) });
  return (
    <Alert variant="light" role="status">
      <Group justify="space-between" gap={12}>
        {t('The mapping changed. Customers see it after the next import.')}
        <Button size="xs" variant="default" onClick={start} loading={reload.isPending}>
          {t('Import again')}
        </Button>
      </Group>
    </Alert>
  );
}
