import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pathSeparator } from '#contract/item.ts';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { CategoryInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import classes from './catalog-info.module.css';
import { isLow, shareOf } from './coverage.ts';

export function CategoryName({ path }: { readonly path: string }) {
  const levels = path.split(pathSeparator);
  const above = levels.slice(0, -1);
  return (
    <span className={classes.path}>
      {above.length > 0 && <span className={classes.above}>{above.join(' › ')} › </span>}
      {levels.at(-1)}
    </span>
  );
}

interface CategoryLink {
  readonly collectionId: number;
  readonly pathField: string;
  readonly row: CategoryInfo;
}

const documentsOf = ({ collectionId, pathField, row: { path } }: CategoryLink) =>
  linkTo('/developer/documents', { c: collectionId, field: pathField, value: path });

export function ItemCount(link: CategoryLink) {
  return (
    <Anchor component={Link} {...documentsOf(link)} size="sm" c="inherit" title={t('Show documents')}>
      {formats.number(link.row.item_count)}
    </Anchor>
  );
}

/** What share of the items of a category has something; a low one is marked, and leads to the items. */
export function Coverage({ count, ...link }: CategoryLink & { readonly count: number | null }) {
  const share = shareOf(count, link.row.item_count);
  if (share === null) return <span title={t('Still being counted')}>–</span>;
  // A few of very many that lack something are not none.
  const shown = formats.percent((share === 1 ? 100 : Math.min(99, Math.round(share * 100))) / 100);
  if (!isLow(share)) return shown;
  return (
    <Anchor
      component={Link}
      {...documentsOf(link)}
      size="sm"
      className={classes.low}
      title={`${t('low')} · ${t('Show documents')}`}
    >
      {shown}
    </Anchor>
  );
}
