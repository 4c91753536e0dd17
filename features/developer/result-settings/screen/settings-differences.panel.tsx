import { type FieldDifference, rowDifferences } from '#ui/releases/row-differences.ts';
import type { ReleasedKind, ReleasedRow } from '#ui/releases/released-kind.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { PanelFields, ResultSettingFields } from '#features/developer/result-settings/result-fields.contract.ts';
import { releasedPanel, releasedResults } from './result-settings.released.tsx';

type Compared = Omit<ResultSettingFields, 'kind'> & { readonly layout_columns: PanelFields['columns'] | readonly unknown[] };

export function useSettingsDifferences(): (before: Compared, after: Compared) => FieldDifference[] {
  const timeZone = useProjectTimeZone();
  const between = (kind: ReleasedKind, rows: readonly [object, object]) =>
    rowDifferences(kind, rows as [ReleasedRow, ReleasedRow], t, { ...formats, timeZone });
  return (before, after) => [
    ...between(releasedPanel, [{ columns: before.layout_columns }, { columns: after.layout_columns }]),
    ...between(releasedResults, [before, after]),
  ];
}
