import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { PlainTable } from '#console-kit/list/table.tsx';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import type { RememberedCheck } from '#features/developer/check-items/check-items.contract.ts';
import { causeLink, causeText, placeText } from './check-words.tsx';

/** Every check that is kept, the last one first. */
export function CheckTable({ checks }: { readonly checks: readonly RememberedCheck[] }) {
  return (
    <PlainTable
      label={t('Checks')}
      rows={checks.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { name: 'at', title: t('Date'), cell: ({ at }) => formats.moment(at) },
        { name: 'place', title: t('Place'), cell: (check) => placeText(t, formats, check), isNumber: true },
        { name: 'total', title: t('Found items'), cell: (check) => formats.number(check.total_count), isNumber: true },
        { name: 'cause', title: t('Cause'), cell: (check) => <Cause check={check} /> },
      ]}
    />
  );
}

function Cause({ check }: { readonly check: RememberedCheck }) {
  const text = causeText(t, check);
  const link = causeLink(check);
  if (link === null) return text;
  return <AllowedLink {...link}>{text}</AllowedLink>;
}
