import { List } from '@mantine/core';
import { toldLeftOutRules } from '#contract/limits.ts';
import { LeftOutFrame } from '#console-kit/files/left-out-notice.tsx';
import { kindOf, rowName, type ReleasedKind, screenOf } from '#console-kit/releases/released-kind.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { LeftOut } from '#features/search-settings/releases/releases.contract.ts';

interface LeftOutRowsProps {
  readonly kinds: readonly ReleasedKind[];
  readonly rows: readonly LeftOut[];
}

export function LeftOutRows({ kinds, rows }: LeftOutRowsProps) {
  const told = rows.slice(0, toldLeftOutRules);
  return (
    <LeftOutFrame count={rows.length} toldCount={told.length}>
      {told.map((row) => (
        <LeftOutRow key={`${row.source} ${row.id}`} kind={kindOf(kinds, row.source)} row={row} />
      ))}
    </LeftOutFrame>
  );
}

function LeftOutRow({ kind, row: { id, name, reason, ...row } }: { readonly kind: ReleasedKind; readonly row: LeftOut }) {
  const { path, needs } = kind.screen;
  const named = id === null ? null : { ...row, id, name: name ?? t('Row {id}', { id: String(id) }) };
  return (
    <List.Item>
      {kind.title(t)}
      {': '}
      <AllowedLink needs={needs} to={named ? screenOf(kind, named) : linkTo(path)}>
        {named ? rowName(t, kind, named) : t('All of this kind')}
      </AllowedLink>
      {' – '}
      {reason}
    </List.Item>
  );
}
