import type { FieldDifference } from '#console-kit/releases/row-differences.ts';
import type { Translate } from '#console-kit/text/i18n.ts';

const namedEntries = 3;

const named = (t: Translate, entries: readonly string[]): string => {
  const more = entries.length - namedEntries;
  const names = entries.slice(0, namedEntries).join(', ');
  return more > 0 ? `${names} ${t('and {count} more', { count: more })}` : names;
};

/** A difference in one line: `Shown fields − margin`, `Results per page 20 → 5`. */
export function differenceText(t: Translate, difference: FieldDifference): string {
  const { label } = difference;
  if ('added' in difference) {
    const { added, removed } = difference;
    const parts = [added.length > 0 && `+ ${named(t, added)}`, removed.length > 0 && `− ${named(t, removed)}`];
    return [label, ...parts.filter((part) => part !== false)].join(' ');
  }
  const { before, after } = difference;
  // Lists in another order.
  return before.includes(', ') && after.includes(', ') ? `${label}: ${t('another order')}` : `${label} ${before} → ${after}`;
}
