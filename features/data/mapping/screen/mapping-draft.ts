import type { FieldRule, OwnMapping } from '#contract/values/field-rule.ts';
import type { FeedMapping, MappedField } from '#features/data/mapping/mapping.contract.ts';

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
