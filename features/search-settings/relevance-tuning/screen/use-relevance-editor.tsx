import type { Learning } from '#contract/values/learning.ts';
import { callEnvelope } from '#ui/calls/api.ts';
import { followingAnswer } from '#ui/calls/queries.ts';
import { useDraft } from '#ui/form/use-draft.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import {
  previewRelevance,
  type RelevanceBeside,
  type RelevanceField,
  readRelevance,
  saveRelevance,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import type { Expected } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { msg, type Translate } from '#ui/text/i18n.ts';

export const propertyNames = {
  searchable: msg('Searched'),
  weight: msg('Weight'),
  wildcard: msg('Beginnings of words'),
  phrase_weight: msg('Words side by side'),
  user_phrase_check: msg('Only known phrases'),
  fuzzy: msg('Typos'),
  shingle: msg('Joined words'),
  stemmer: msg('Word forms'),
  boostable: msg('May be used by boosts'),
} as const;
export type Property = keyof typeof propertyNames;
export type Tuning = Pick<RelevanceField, Property>;
const properties = Object.keys(propertyNames) as readonly Property[];

const tuningIn = (field: Tuning): Tuning =>
  Object.fromEntries(properties.map((name) => [name, field[name]])) as unknown as Tuning;

export function valueText(t: Translate, weight: (value: number) => string, value: Tuning[Property]): string {
  if (typeof value === 'number') return value === 0 ? t('Off') : weight(value);
  return value === true || value === '1' ? t('On') : t('Off');
}

export function rateText(t: Translate, percent: (share: number) => string, rate: number): string {
  if (rate === 0) return t('OFF');
  return rate === 100 ? t('ALL') : percent(rate / 100);
}

export const fusionNames = {
  rescue: msg('By words, and rescue by meaning'),
  both: msg('By words and meaning together'),
} as const;
export const fusionName = (isFused: boolean): string => fusionNames[isFused ? 'both' : 'rescue'];

export const learningNames = { off: msg('Off'), careful: msg('Careful'), strong: msg('Strong') } as const;

export interface Relevance {
  readonly data: readonly RelevanceField[];
  readonly beside: RelevanceBeside;
}
type Rate = Relevance['beside']['relevant_rate'];
type Tunings = readonly ({ readonly id: number } & Tuning)[];

interface RelevanceDraft {
  readonly rate: Rate;
  readonly isInStockFirst: boolean;
  readonly isFused: boolean;
  readonly learning: Learning;
  readonly fields: Readonly<Record<string, Tuning>>;
}

interface TuningChange {
  readonly field: RelevanceField;
  readonly property: Property;
}

const byId = (tunings: Tunings) => Object.fromEntries(tunings.map((one) => [one.id, tuningIn(one)]));
const draftOf = ({ data, beside }: Relevance): RelevanceDraft => ({
  rate: beside.relevant_rate,
  isInStockFirst: beside.in_stock_first,
  isFused: beside.fuses_meaning,
  learning: beside.learning,
  fields: byId(data),
});
const changedIn = (field: RelevanceField, tuning: Tuning = field): Property[] =>
  properties.filter((name) => tuning[name] !== field[name]);

/** Fields that aren't sent stay as they are saved. */
const sentOf = (
  collectionId: number,
  { rate, isInStockFirst, isFused, learning, fields }: RelevanceDraft,
  { data }: Relevance,
) => ({
  collection_id: collectionId,
  relevant_rate: rate,
  in_stock_first: isInStockFirst,
  fuses_meaning: isFused,
  learning,
  fields: data.flatMap((field) => {
    const tuning = fields[field.id];
    return tuning && changedIn(field, tuning).length > 0 ? [{ id: field.id, ...tuning }] : [];
  }),
});

export function useRelevanceEditor(collectionId: number, relevance: Relevance) {
  const editor = useDraft({
    saved: relevance,
    query: followingAnswer(readRelevance, { id: collectionId }),
    draftOf,
    send: (draft, over, expected: Expected | undefined) =>
      callEnvelope(saveRelevance, { ...sentOf(collectionId, draft, over), updated_at: over.beside.updated_at, expected }),
    refreshes: [previewRelevance, listCollections],
  });
  const { draft, edit } = editor;
  const saved = relevance.data;
  const fields = saved.map((field) => ({ ...field, ...draft.fields[field.id] }));
  const put = (tunings: RelevanceDraft['fields']) => edit({ fields: { ...draft.fields, ...tunings } });
  return {
    ...editor,
    saved,
    fields,
    rate: draft.rate,
    savedRate: relevance.beside.relevant_rate,
    isInStockFirst: draft.isInStockFirst,
    wasInStockFirst: relevance.beside.in_stock_first,
    isFused: draft.isFused,
    wasFused: relevance.beside.fuses_meaning,
    learning: draft.learning,
    savedLearning: relevance.beside.learning,
    changes: saved.flatMap((field): TuningChange[] =>
      changedIn(field, draft.fields[field.id]).map((property) => ({ field, property })),
    ),
    sent: sentOf(collectionId, draft, relevance),
    isNothingSearched: !fields.some((field) => field.searchable && field.weight > 0 && !field.is_archived),
    isChanged: (id: number) => saved.some((field) => field.id === id && changedIn(field, draft.fields[id]).length > 0),
    set: (id: number, change: Partial<Tuning>) =>
      put(byId(fields.filter((field) => field.id === id).map((field) => ({ ...field, ...change })))),
    reset: (id: number) => put(byId(saved.filter((field) => field.id === id))),
    setRate: (rate: Rate) => edit({ rate }),
    fuse: (isFused: boolean) => edit({ isFused }),
    putInStockFirst: (isInStockFirst: boolean) => edit({ isInStockFirst }),
    setLearning: (learning: Learning) => edit({ learning }),
    setAll: (tunings: Tunings) => put(byId(tunings)),
  };
}

export type RelevanceEditor = ReturnType<typeof useRelevanceEditor>;

export const countOfDefaults = ({ fields }: RelevanceEditor, defaults: Tunings): number =>
  fields.filter((field) => {
    const usual = defaults.find(({ id }) => id === field.id);
    return usual !== undefined && changedIn(field, usual).length > 0;
  }).length;
