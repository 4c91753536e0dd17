import { Button, Text, Alert, Anchor, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import { type Learning, learningFactors, learnings } from '#contract/values/learning.ts';
import { outOfStockFactor } from '#contract/values/stock.ts';
import { call, inGeneral } from '#ui/calls/api.ts';
import { followingAnswer, query } from '#ui/calls/queries.ts';
import { type PageFrame, CollectionSettingsPage, NoItems } from '#ui/collection/collection-page.tsx';
import type { CollectionChoice } from '#ui/collection/collection.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import { PreviewPanel } from '#ui/item/preview-panel.tsx';
import { DraftConflict, RefusedSave } from '#ui/form/conflict.tsx';
import { Beside } from '#ui/page/beside.tsx';
import { savedText, saveText } from '#ui/page/goes-live.ts';
import { Page, Sentences } from '#ui/page/page.tsx';
import { RefetchBar } from '#ui/page/states.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { expectedOf, usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import { FieldList, fieldsToRebuild } from './field-list.tsx';
import { MatchRate } from './match-rate.tsx';
import {
  checkRelevance,
  previewRelevance,
  readRelevance,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import {
  countOfDefaults,
  fusionName,
  learningNames,
  type Relevance,
  type RelevanceEditor,
  useRelevanceEditor,
  type Property,
  propertyNames,
  rateText,
  type Tuning,
  valueText,
} from './use-relevance-editor.tsx';
import classes from './relevance-tuning.module.css';
import { useWeightText } from './weight-input.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { isUnderWay } from '#features/data/collections/screen/recreate.panel.tsx';
import { RecreateProgress, useRecreate } from '#features/data/collections/screen/recreation.panel.tsx';
import { Panel } from '#ui/page/panel.tsx';

function InStockFirst({ editor, hasStock }: { readonly editor: RelevanceEditor; readonly hasStock: boolean }) {
  return (
    <Panel title={t('Stock')}>
      <Switch
        label={t('Lower items out of stock')}
        description={
          hasStock
            ? t('Lowers scores of items out of stock by {percent}. Clearly better matches stay first.', {
                percent: formats.percent(1 - outOfStockFactor),
              })
            : t('Does nothing yet: items have no availability to filter by.')
        }
        checked={editor.isInStockFirst}
        onChange={(event) => editor.putInStockFirst(event.currentTarget.checked)}
      />
    </Panel>
  );
}

function Fusion({ editor }: { readonly editor: RelevanceEditor }) {
  return (
    <Panel title={t('Search by meaning')}>
      <Stack gap={4} align="flex-start">
        <SegmentedControl
          orientation="vertical"
          aria-label={t('Search by meaning')}
          data={[false, true].map((isFused) => ({ value: String(isFused), label: t(fusionName(isFused)) }))}
          value={String(editor.isFused)}
          onChange={(value) => editor.fuse(value === 'true')}
        />
        <Text size="sm" c="dimmed">
          {editor.isFused
            ? t('Items of similar meaning rank among those with the words. All queries are sent to the model.')
            : t('Searches that find fewer than three items also show items of similar meaning.')}
        </Text>
      </Stack>
    </Panel>
  );
}

function LearningOrder({ editor }: { readonly editor: RelevanceEditor }) {
  return (
    <Panel
      title={t('Learning from visitors')}
      text={t('Ranks items higher or lower after a query by how often visitors choose them, each night.')}
    >
      <Stack gap={4} align="flex-start">
        <SegmentedControl
          aria-label={t('Learning from visitors')}
          data={learnings.map((value) => ({ value, label: t(learningNames[value]) }))}
          value={editor.learning}
          onChange={(value) => editor.setLearning(value as Learning)}
        />
        <Text size="sm" c="dimmed">
          {editor.learning === 'off'
            ? t('Visitors’ choices change nothing.')
            : t('A score changes at most ×{factor}.', {
                factor: formats.number(learningFactors[editor.learning]),
              })}
        </Text>
      </Stack>
    </Panel>
  );
}

function RebuildNotice({ editor, collectionId }: { readonly editor: RelevanceEditor; readonly collectionId: number }) {
  const recreate = useRecreate();
  const refusal = useRefusal('data');
  const collection = useQuery(query(listCollections, {})).data?.find(({ id }) => id === collectionId);
  const { added, otherForms } = fieldsToRebuild(editor.fields);
  const recreation = collection?.recreation ?? null;
  if (recreation !== null && isUnderWay(recreation)) return <RecreateProgress recreation={recreation} />;
  if (added.length + otherForms.length === 0) return null;
  return (
    <Alert color="gray" icon={<Hammer size={18} aria-hidden color="var(--aisle-waiting)" />} mb={16}>
      <Stack gap={4} align="flex-start">
        {added.length > 0 && (
          <Text size="sm">{t('{count} fields are searched after the next rebuild.', { count: added.length })}</Text>
        )}
        {otherForms.length > 0 && (
          <Text size="sm">{t('Word forms of {count} fields change with the next rebuild.', { count: otherForms.length })}</Text>
        )}
        {!editor.isDirty && collection && (
          <Text size="sm">
            <Anchor
              component="button"
              type="button"
              size="sm"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => void recreate(collection)}
            >
              {t('Recreate collection')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

const keys = ['q', 'field', 'show', 'gate', 'tab'];

export default function RelevanceTuningPage() {
  const frame = {
    title: t('Relevance tuning'),
    purpose: t('Choose searched fields and their weights.'),
    help: <Help />,
    isWide: true,
  };
  return (
    <CollectionSettingsPage keys={keys} frame={frame} query={({ id }) => followingAnswer(readRelevance, { id })} told={inGeneral}>
      {({ data, ...loaded }) => <Editor relevance={data} frame={frame} {...loaded} />}
    </CollectionSettingsPage>
  );
}

interface EditorProps {
  readonly relevance: Relevance;
  readonly isFetching: boolean;
  readonly collection: CollectionChoice;
  readonly frame: PageFrame;
}

function Editor({ relevance, isFetching, collection: { id, item_count: itemCount }, frame }: EditorProps) {
  const editor = useRelevanceEditor(id, relevance);
  const { changesOf, nameOf, says } = useChangeTexts();
  const publishing = usePublishing(editor, id);
  const reason = editor.isNothingSearched ? t('Turn on search for at least one field.') : undefined;
  return (
    <Page {...frame} secondary={<RestoreDefaults editor={editor} defaults={relevance.beside.defaults} />}>
      <RefetchBar isMoving={isFetching} />
      <RefusedSave
        failure={editor.failure}
        conflict={(error) => (
          <DraftConflict
            editor={editor}
            error={error}
            versionOf={({ beside }) => beside.updated_at}
            nameOf={(path) => nameOf(editor, path)}
            says={says}
            keep={publishing.replace}
          />
        )}
        say={(failure) => errorText(inGeneral(failure))}
      />
      <RebuildNotice editor={editor} collectionId={id} />
      <Beside
        label={t('Part of the screen')}
        settings={{
          title: t('Fields'),
          content: (
            <div className={classes.settings}>
              <MatchRate editor={editor} collectionId={id} />
              <InStockFirst editor={editor} hasStock={relevance.beside.has_stock} />
              {relevance.beside.has_meaning && <Fusion editor={editor} />}
              <LearningOrder editor={editor} />
              <FieldList editor={editor} beside={relevance.beside} />
            </div>
          ),
        }}
        preview={{
          title: t('Preview'),
          content:
            itemCount === 0 ? (
              <NoItems />
            ) : (
              <PreviewPanel
                collectionId={id}
                endpoint={previewRelevance}
                input={(q) => ({ ...editor.sent, q })}
                isLive={!editor.isDirty}
                paused={reason !== undefined && <Text mt={16}>{reason}</Text>}
              />
            ),
        }}
      />
      <SaveBar
        isDirty={editor.isDirty}
        isSaving={editor.isSaving}
        saveLabel={saveText('atOnce')}
        save={publishing.start}
        discard={editor.discard}
        reason={reason}
        changes={changesOf(editor)}
      />
      {publishing.drawer}
    </Page>
  );
}

type GateReport = Parameters<Parameters<typeof usePublishGate>[0]['publish']>[0];

function usePublishing(editor: RelevanceEditor, collectionId: number) {
  const save = async (report: GateReport, over?: Relevance) => {
    const saved = await editor.save(over, report ? expectedOf(report) : undefined);
    if (saved === null) return;
    const share = report && t('{percent} of searches changed.', { percent: formats.percent(report.changedShare) });
    toast({ text: [savedText('atOnce'), share].filter(Boolean).join(' '), undo: () => void editor.restore(saved) });
  };
  const gate = usePublishGate({
    name: 'relevance',
    collectionId,
    check: (part, signal) => call(checkRelevance, { ...editor.sent, ...part }, { signal }),
    publish: (report) => void save(report),
  });
  return { ...gate, replace: (theirs: Relevance) => void save(null, theirs) };
}

interface RestoreDefaultsProps {
  readonly editor: RelevanceEditor;
  readonly defaults: Relevance['beside']['defaults'];
}

function RestoreDefaults({ editor, defaults }: RestoreDefaultsProps) {
  const count = defaults === null ? 0 : countOfDefaults(editor, defaults);
  const restore = async () => {
    if (defaults === null) return;
    const isSure = await confirm({
      title: t('Restore defaults?'),
      text: t('{count} fields change; you still have to save.', { count }),
      confirmLabel: t('Restore defaults'),
    });
    if (isSure) editor.setAll(defaults);
  };
  return (
    <Button
      variant="default"
      disabled={count === 0}
      title={count === 0 ? t('All fields are set by default.') : undefined}
      onClick={() => void restore()}
    >
      {t('Restore defaults')}
    </Button>
  );
}

function Help() {
  return (
    <Sentences
      of={[
        t('Only the ratio of weights matters: 10 and 5 rank like 2 and 1.'),
        t('The match rate is the share of a query’s words that an item needs.'),
        t('Newly searched fields and word forms need a rebuild of the collection.'),
      ]}
    />
  );
}

/** Describes changes: `name 6.0 → 8.0`, `name: Typos off`. */
function useChangeTexts() {
  const weight = useWeightText();
  const value = (one: Tuning[Property]): string => valueText(t, weight, one);
  const rate = (one: number): string => rateText(t, formats.percent, one);
  return {
    /** `path` is that of a value in the draft: `rate`, `isInStockFirst`, `isFused`, `learning`, or `fields`, an id and a property. */
    nameOf: ({ saved }: RelevanceEditor, [part, id, property]: readonly string[]): string => {
      if (part === 'isInStockFirst') return t('Lower items out of stock');
      if (part === 'isFused') return t('Search by meaning');
      if (part === 'learning') return t('Learning from visitors');
      if (property === undefined) return t('Match rate');
      const field = saved.find((one) => String(one.id) === id)?.field_name ?? '';
      return `${fieldLabel(field)}: ${t(propertyNames[property as Property])}`;
    },
    says: (one: unknown, [part]: readonly string[]): string =>
      part === 'rate'
        ? rate(one as number)
        : part === 'learning'
          ? t(learningNames[one as Learning])
          : part === 'isFused'
            ? t(fusionName(one as boolean))
            : value(one as Tuning[Property]),
    changesOf: ({ changes, fields, rate: now, savedRate, ...editor }: RelevanceEditor): string[] => [
      ...(now === savedRate ? [] : [`${t('Match rate')} ${rate(savedRate)} → ${rate(now)}`]),
      ...(editor.isInStockFirst === editor.wasInStockFirst
        ? []
        : [`${t('Lower items out of stock')} ${value(editor.wasInStockFirst)} → ${value(editor.isInStockFirst)}`]),
      ...(editor.isFused === editor.wasFused
        ? []
        : [`${t('Search by meaning')} ${t(fusionName(editor.wasFused))} → ${t(fusionName(editor.isFused))}`]),
      ...(editor.learning === editor.savedLearning
        ? []
        : [`${t('Learning from visitors')} ${t(learningNames[editor.savedLearning])} → ${t(learningNames[editor.learning])}`]),
      ...changes.map(({ field, property }) => {
        const next = fields.find(({ id }) => id === field.id)?.[property] ?? field[property];
        if (property === 'weight') return `${fieldLabel(field.field_name)} ${weight(field.weight)} → ${weight(Number(next))}`;
        return `${fieldLabel(field.field_name)}: ${t(propertyNames[property])} ${value(field[property])} → ${value(next)}`;
      }),
    ],
  };
}
