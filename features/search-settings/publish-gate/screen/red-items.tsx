import { CircleX } from 'lucide-react';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import type { RedItem } from './gate-report.ts';
import classes from './publish-gate.module.css';

export function RedItems({ reds }: { readonly reds: readonly RedItem[] }) {
  const placeText = (position: number | null) => (position === null ? t('missing') : formats.number(position));
  if (reds.length === 0) return null;
  return (
    <ul className={classes.reds} aria-label={t('Check items')}>
      {reds.map((one) => (
        <li key={one.id}>
          <CircleX size={16} aria-hidden />
          <span>
            {t('“{query}” – {item}: place {before} → {place} (alert above {above})', {
              query: one.q,
              item: one.name,
              before: placeText(one.live_position),
              place: placeText(one.position),
              above: formats.number(one.alert_above),
            })}
          </span>
          <AllowedLink needs={checkItems.read.needs} to={linkTo('/developer/check-items', { c: one.collectionId, show: one.id })}>
            {t('Open')}
          </AllowedLink>
        </li>
      ))}
    </ul>
  );
}
