import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldRule, OwnMapping } from '#contract/values/field-kind.ts';
import { linkTo } from '#ui/state/address.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { t, msg } from '#ui/text/i18n.ts';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast, undoMs } from '#ui/calls/toast.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { listFeeds, readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import {
  readMapping,
  resetMapping,
  saveMapping,
  type FeedMapping,
  type MappedField,
} from '#features/data/mapping/mapping.contract.ts';

export interface MappingDraft extends OwnMapping {}

export const blankRule = (to: string): FieldRule => ({
  to,
  how: 'first',
  from: [],
  text: '',
  strips_html: false,
  split_by: '',
  reads_as: '',
});

export const draftOf = ({ fields, left_out }: FeedMapping): MappingDraft => ({
  rules: fields.flatMap(({ rule }) => rule ?? []),
  left_out,
});

export interface DraftField extends MappedField {
  readonly sources: readonly string[];
}

/** Standard fields, and own fields with a source. */
export function draftFields({ fields }: Pick<FeedMapping, 'fields'>, { rules, left_out: leftOut }: MappingDraft): DraftField[] {
  const decided = new Map(rules.map((rule) => [rule.to, rule]));
  const used = new Set(rules.flatMap(({ how, from }) => (how === 'first' ? from : [])));
  const known = new Set(fields.map(({ name }) => name));
  const added = rules.filter(({ to }) => !known.has(to)).map(({ to }) => newField(to));
  return [...fields, ...added].flatMap((field) => {
    const rule = decided.get(field.name) ?? null;
    const isFree = (from: string) => !leftOut.includes(from) && (field.is_standard || !used.has(from));
    const sources = rule ? rule.from : field.proposed.filter(isFree);
    if (!field.is_standard && !rule && sources.length === 0) return [];
    return [{ ...field, rule, sources }];
  });
}

const newField = (name: string): MappedField => ({ name, is_standard: false, proposed: [], reason: '', rule: null });

/** Without a rule, the field is as proposed. */
export function withRule(draft: MappingDraft, to: string, rule: FieldRule | null): MappingDraft {
  const others = draft.rules.filter((each) => each.to !== to);
  if (!rule) return { ...draft, rules: others };
  return { rules: [...others, rule], left_out: draft.left_out.filter((name) => !rule.from.includes(name)) };
}

export const targetsOf = (feedField: string, fields: readonly DraftField[]): string[] =>
  fields.filter(({ sources }) => sources.includes(feedField)).map(({ name }) => name);

export const ownUse = '';
export const noUse = '-';

/** Uses a field of the feed for another item field, as its own, or not at all. */
export function withUse(mapping: FeedMapping, draft: MappingDraft, feedField: string, use: string): MappingDraft {
  let next: MappingDraft = { ...draft, left_out: draft.left_out.filter((name) => name !== feedField) };
  for (const field of draftFields(mapping, draft)) {
    const isOwn = !field.is_standard && !field.rule;
    if (!field.sources.includes(feedField) || field.name === use || isOwn) continue;
    const from = field.sources.filter((name) => name !== feedField);
    const rest = { ...(field.rule ?? blankRule(field.name)), from };
    next = withRule(next, field.name, from.length > 0 ? rest : field.is_standard ? { ...rest, how: 'none' } : null);
  }
  if (use === noUse) return { ...next, left_out: [...next.left_out, feedField] };
  return use === ownUse ? next : withRule(next, use, { ...blankRule(use), from: [feedField] });
}

export const isSameDraft = (a: MappingDraft, b: MappingDraft): boolean => written(a) === written(b);

const written = ({ rules, left_out: leftOut }: MappingDraft): string =>
  JSON.stringify([rules.toSorted((a, b) => (a.to < b.to ? -1 : 1)), leftOut.toSorted()]);

export const standardFields: Readonly<Record<string, string>> = {
  id: msg('Id'),
  name: msg('Name'),
  description: msg('Description'),
  brand: msg('Brand'),
  category: msg('Category'),
  price: msg('Price'),
  price_before: msg('Price before'),
  currency: msg('Currency'),
  image: msg('Picture'),
  url: msg('Address'),
  availability: msg('Availability'),
  ean: msg('EAN'),
  product_code: msg('Product code'),
  item_group: msg('Variant group'),
  popularity: msg('Popularity'),
};

export interface MappingEditor {
  readonly draft: MappingDraft;
  readonly fields: readonly DraftField[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly hasDecided: boolean;
  readonly setRule: (to: string, rule: FieldRule | null) => void;
  readonly setUse: (feedField: string, use: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly reset: () => Promise<void>;
  readonly startImport: () => void;
  readonly isStarting: boolean;
}

export function useMappingEditor(id: number, mapping: FeedMapping): MappingEditor {
  const client = useQueryClient();
  const navigate = useNavigate();
  const saved = draftOf(mapping);
  const [draft, setDraft] = useState(saved);
  const isDirty = !isSameDraft(draft, saved);
  const refreshes = [readFeed, listFeeds];
  const saving = useAction(saveMapping, { refreshes });
  const resetting = useAction(resetMapping, { refreshes });
  const reload = useAction(reloadFeed, { refreshes });

  const show = (next: FeedMapping) => {
    forgetUnsaved('page');
    client.setQueryData(query(readMapping, { id }).queryKey, next);
    setDraft(draftOf(next));
  };
  const write = (own: MappingDraft, done: () => void) =>
    saving.mutate({ id, ...own }, { onSuccess: (next) => (show(next), done()) });

  const save = () => write(draft, () => toast({ text: t('The mapping is saved. The next import uses it.') }));
  const reset = async () => {
    const isSure = await confirm({
      title: t('Go back to proposals?'),
      text: t('What you decided about {count} fields of this feed is forgotten.', {
        count: saved.rules.length + saved.left_out.length,
      }),
      confirmLabel: t('Back to proposals'),
      isDanger: true,
    });
    if (!isSure) return;
    const undo = { label: t('Undo'), run: () => write(saved, () => toast({ text: t('Your decisions are back.') })) };
    const done = () => toast({ text: t('All fields use proposals from the next import on.'), action: undo, durationMs: undoMs });
    resetting.mutate({ id }, { onSuccess: (next) => (show(next), done()) });
  };
  const openFeed = () => void navigate(linkTo('/data/import/edit', { id }));

  return {
    draft,
    fields: draftFields(mapping, draft),
    isDirty,
    isSaving: saving.isPending,
    hasDecided: saved.rules.length + saved.left_out.length > 0,
    setRule: (to, rule) => setDraft(withRule(draft, to, rule)),
    setUse: (feedField, use) => setDraft(withUse(mapping, draft, feedField, use)),
    save,
    discard: () => setDraft(saved),
    reset,
    startImport: () => reload.mutate({ id }, { onSuccess: openFeed }),
    isStarting: reload.isPending,
  };
}
