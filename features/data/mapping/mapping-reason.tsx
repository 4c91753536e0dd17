import { useText, type Translate } from '#console-kit/text/i18n.ts';
import type { DraftField } from './mapping-draft.ts';

/** Says where a field of the items comes from, and why. */
export function useMappingReason(): (field: DraftField) => string {
  const t = useText();
  return (field) => (field.rule ? decided(t, field) : proposed(t, field));
}

function proposed(t: Translate, { reason, sources }: DraftField): string {
  const [first, ...others] = sources;
  if (first === undefined) return t('Nothing in the feed looks like it.');
  if (reason === 'generatedId')
    return t('The feed has no id, so it is made from this. Choose a field that stays the same, if there is one.');
  const why = {
    feedName: t('Matched by name.'),
    sampledValues: t('Proposed by its values.'),
    ownName: t('Not mapped, kept as it is.'),
  }[reason as string];
  const next = others.length > 0 ? t('Where one is empty, the next is taken.') : '';
  return [why, next].filter(Boolean).join(' ');
}

function decided(t: Translate, { rule, sources }: DraftField): string {
  if (!rule || rule.how === 'none') return t('Your choice: left empty.');
  if (rule.how === 'constant') return t('Your choice: “{text}” for every item.', { text: rule.text });
  if (rule.how === 'join' && sources.length > 1) return t('Your choice: joined.');
  return sources.length > 1 ? t('Your choice. Where one is empty, the next is taken.') : t('Your choice.');
}
