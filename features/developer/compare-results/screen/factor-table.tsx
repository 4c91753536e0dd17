// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- On a phone rows are laid out as cards, which takes the roles of a table from its elements.
import { formats } from '#ui/text/format.ts';
import { msg, t, type Translate } from '#ui/text/i18n.ts';
import { shownItemOf } from '#ui/item/item-cell.tsx';
import { matchKindTexts } from '#ui/text/match-kinds.ts';
import { Status } from '#ui/page/status.tsx';
import type { Comparison, Factor, Share } from '#features/developer/compare-results/compare-results.contract.ts';
import { ShareBar } from '#ui/charts/share-bar.tsx';
import { BoostLink } from '#features/search-settings/boost-manager/screen/boost-link.panel.tsx';
import classes from './compare-results.module.css';

/** What each factor gives both items; their sums are the scores. */
export function FactorTable({ comparison: { a, b, factors, verdict } }: { readonly comparison: Comparison }) {
  if (factors.length === 0) return null;
  const largest = Math.max(...factors.flatMap((factor) => [Math.abs(factor.a?.score ?? 0), Math.abs(factor.b?.score ?? 0)]));
  const nameOf = (side: Comparison['a']) => (side ? shownItemOf(side.item).name : '');
  return (
    <table className={classes.table} role="table" aria-label={t('Factors of the scores')}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{t('Factor')}</th>
          <th role="columnheader">A {a && <span className={classes.headName}>{nameOf(a)}</span>}</th>
          <th role="columnheader">B {b && <span className={classes.headName}>{nameOf(b)}</span>}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {factors.map((factor, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the verdict names factors by their places.
          <tr key={place} role="row" data-decisive={verdict?.factor === place}>
            <th role="rowheader" scope="row">
              <FactorName factor={factor} />
              {verdict?.factor === place && <Status kind="promoted" label={t('Decisive')} />}
            </th>
            <ShareCell letter="A" share={factor.a} kind={factor.kind} largest={largest} isChosen={a !== null} />
            <ShareCell letter="B" share={factor.b} kind={factor.kind} largest={largest} isChosen={b !== null} />
          </tr>
        ))}
        <tr role="row" className={classes.sum}>
          <th role="rowheader" scope="row">
            {t('Total')}
          </th>
          <td role="cell" data-letter="A">
            {a && formats.number(a.score)}
          </td>
          <td role="cell" data-letter="B">
            {b && formats.number(b.score)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const curveNames: Readonly<Record<string, string>> = {
  logarithmic: msg('logarithmic'),
  exponential: msg('exponential'),
  linear: msg('linear'),
};

function FactorName({ factor: { kind, word, field, boost_id: boostId } }: { readonly factor: Factor }) {
  const curve = curveNames[word];
  const [name, detail] = {
    base: [t('Start'), ''],
    word: [word, field],
    phrase: [word, field && t('{field}, next to each other', { field })],
    boost: [t('Boost of {field}', { field }), curve === undefined ? word : t(curve)],
    unwanted: [word, t('not wanted')],
    spelling: [word, t('with other diacritics than typed')],
  }[kind];
  return (
    <span className={classes.factor}>
      <span>
        <BoostLink id={boostId}>{name}</BoostLink>
      </span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}

interface ShareCellProps {
  readonly letter: 'A' | 'B';
  readonly share: Share | null;
  readonly kind: Factor['kind'];
  /** The score whose bar is full. */
  readonly largest: number;
  readonly isChosen: boolean;
}

function ShareCell({ letter, share, kind, largest, isChosen }: ShareCellProps) {
  return (
    <td role="cell" data-letter={letter}>
      {isChosen && (
        <>
          <span className={classes.share}>{formats.number(share?.score ?? 0)}</span>
          <ShareBar value={share?.score ?? 0} largest={largest} />
          <span className={classes.detail}>{shareDetail(t, share, kind, formats.number)}</span>
        </>
      )}
    </td>
  );
}

function shareDetail(t: Translate, share: Share | null, kind: Factor['kind'], number: (value: number) => string): string {
  if (kind === 'spelling') return '';
  if (!share) return t('does not have it');
  if (kind === 'boost' || kind === 'unwanted') return t('amount {amount}', { amount: number(share.amount) });
  if (kind !== 'word') return '';
  const how = matchKindTexts[share.match_kind];
  const found = how === undefined || share.match_kind === 'exact' ? '' : t(how, { term: share.term });
  const counts =
    share.field_length > 0 && t('{times}× among {length} words', { times: share.term_frequency, length: share.field_length });
  return [counts, found].filter(Boolean).join(', ');
}
