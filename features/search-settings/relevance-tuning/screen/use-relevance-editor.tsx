import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEnvelope } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { followingAnswer, refresh } from '#ui/calls/queries.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import {
  previewRelevance,
  type RelevanceBeside,
  type RelevanceField,
  readRelevance,
  saveRelevance,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { type Property, properties, type Tuning, tuningIn } from './tuned-properties.tsx';

export interface Relevance {
  readonly data: readonly RelevanceField[];
  readonly beside: RelevanceBeside;
}
type Rate = RelevanceBeside['relevant_rate'];

interface Edits {
  readonly rate: Rate | null;
  readonly fields: ReadonlyMap<number, Partial<Tuning>>;
}
const none: Edits = { rate: null, fields: new Map() };

export interface TuningChange {
  readonly field: RelevanceField;
  readonly property: Property;
}

/** Only the settings that differ from the saved ones. */
function differing(field: RelevanceField, wanted: Partial<Tuning>): Partial<Tuning> {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== field[name as Property]));
}

/** The relevance of a collection with unsaved edits, which survive when others save meanwhile. */
export function useRelevanceEditor(collectionId: number, { data, beside }: Relevance) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(none);
  const [began, setBegan] = useState<Relevance>({ data, beside });
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);

  const changed = new Map(data.map((field) => [field.id, differing(field, edits.fields.get(field.id) ?? {})]));
  const fields = data.map((field) => ({ ...field, ...changed.get(field.id) }));
  const rate = edits.rate ?? beside.relevant_rate;
  const changes: TuningChange[] = data.flatMap((field) =>
    properties.filter((name) => name in (changed.get(field.id) ?? {})).map((property) => ({ field, property })),
  );
  const isDirty = changes.length > 0 || rate !== beside.relevant_rate;
  const edited = fields.filter(({ id }) => Object.keys(changed.get(id) ?? {}).length > 0);
  /** Settings that aren't sent stay as they are saved. */
  const sent = {
    collection_id: collectionId,
    relevant_rate: rate,
    fields: edited.map((field) => ({ id: field.id, ...tuningIn(field) })),
  };

  const edit = (next: Edits) => {
    if (!isDirty) setBegan({ data, beside });
    setFailure(null);
    setEdits(next);
  };
  const discard = () => {
    setEdits(none);
    setFailure(null);
    forgetUnsaved('page');
  };

  return {
    fields,
    saved: data,
    began,
    edits,
    rate,
    savedRate: beside.relevant_rate,
    changes,
    isDirty,
    isSaving,
    failure,
    sent,
    isNothingSearched: !fields.some((field) => field.searchable && field.weight > 0 && !field.is_archived),
    isChanged: (id: number) => Object.keys(changed.get(id) ?? {}).length > 0,
    set: (id: number, change: Partial<Tuning>) =>
      edit({ ...edits, fields: new Map([...edits.fields, [id, { ...edits.fields.get(id), ...change }]]) }),
    reset: (id: number) => edit({ ...edits, fields: new Map([...edits.fields].filter(([own]) => own !== id)) }),
    setRate: (next: Rate) => edit({ ...edits, rate: next }),
    setAll: (tunings: readonly ({ readonly id: number } & Tuning)[]) =>
      edit({ ...edits, fields: new Map(tunings.map(({ id, ...tuning }) => [id, tuning])) }),
    discard,
    /** Answers the new release; null if it failed. `version` is the version to overwrite. */
    async save(version: number = began.beside.updated_at): Promise<number | null> {
      setSaving(true);
      try {
        const answer = await callEnvelope(saveRelevance, { ...sent, updated_at: version });
        client.setQueryData(followingAnswer(readRelevance, { id: collectionId }).queryKey, answer as never);
        discard();
        void refresh(client, [previewRelevance, listCollections]);
        return answer.beside.release;
      } catch (error) {
        setFailure(asCallError(error));
        return null;
      } finally {
        setSaving(false);
      }
    },
  };
}

export type RelevanceEditor = ReturnType<typeof useRelevanceEditor>;

export const countOfDefaults = ({ fields }: RelevanceEditor, defaults: readonly ({ readonly id: number } & Tuning)[]): number =>
  defaults.filter(({ id, ...tuning }) => {
    const field = fields.find((one) => one.id === id);
    return field !== undefined && Object.keys(differing(field, tuning)).length > 0;
  }).length;
