import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState, useId } from 'react';
import { CircleX, ChevronDown } from 'lucide-react';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { Verdict } from '#ui/page/verdict.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { categoryText, formats } from '#ui/text/format.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import {
  type GateReport,
  isForPerson,
  type RedItem,
  type CheckPart,
  useGateCheck,
  type CheckedRow,
  isEmptied,
  movesOf,
} from './gate-check.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { useItemFigures } from '#features/analytics/statistics/screen/item-figures.panel.tsx';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import classes from './publish-gate.module.css';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { PreviewColumns } from '#ui/item/preview-panel.tsx';
import { PlainTable } from '#ui/list/table.tsx';
import type { Expected } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
export { expectedOf } from './gate-check.tsx';

const firstRows = 10;

function ChangedQueries({ report: { changed, source } }: { readonly report: GateReport }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <div>
      <div className={classes.head} aria-hidden>
        <span>{changed.some(({ isCategory }) => isCategory) ? t('Query or category') : t('Query')}</span>
        <span className={classes.number}>{source === 'searches' && t('Searches')}</span>
        <span className={classes.number}>{t('Results before → after')}</span>
        <span>{t('First ten')}</span>
      </div>
      {changed.slice(0, isWhole ? changed.length : firstRows).map((row) => (
        <ChangedQuery key={`${row.collectionId} ${row.q}`} row={row} isCounted={source === 'searches'} />
      ))}
      {!isWhole && changed.length > firstRows && (
        <Button variant="subtle" mt={8} onClick={() => setWhole(true)}>
          {t('Show all {count} queries', { count: changed.length })}
        </Button>
      )}
    </div>
  );
}

function ChangedQuery({ row, isCounted }: { readonly row: CheckedRow; readonly isCounted: boolean }) {
  const { q, searches, collectionId, live_total_count: before, total_count: after } = row;
  const [isOpen, setOpen] = useState(false);
  const losesItems = after < before && row.gone.length > 0;
  const gone = { c: collectionId, q: row.isCategory ? '' : q, ids: row.gone.map(({ id }) => id) };
  const { sumText: lost } = useItemFigures(gone, losesItems);
  const counts = `${formats.number(before)} → ${formats.number(after)}`;
  return (
    <details className={classes.query} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.text}>
          {row.isCategory ? categoryText(q) : q}
          {losesItems && lost !== undefined && (
            <Text span display="block" size="xs" c="dimmed">
              {t('Removed items. {figures}', { figures: lost })}
            </Text>
          )}
        </span>
        <span className={classes.number}>
          {isCounted && !row.isCategory && (
            <span aria-label={t('{count} searches', { count: searches })}>{formats.number(searches)}</span>
          )}
        </span>
        <span className={classes.number} data-kind={isEmptied(row) ? 'worse' : undefined}>
          {counts}
        </span>
        <span className={classes.moves}>{changeText(t, row)}</span>
        <ChevronDown size={16} aria-hidden className={classes.chevron ?? ''} />
      </summary>
      {isOpen && (
        <div className={classes.lists}>
          <PreviewColumns
            q={q}
            items={row.items}
            beside={{ gone: row.gone, total_count: after, live_total_count: before, redirect: row.redirect }}
          />
          {!row.isCategory && (
            <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { c: collectionId, q })}>
              {t('Open in Query tester')}
            </AllowedLink>
          )}
        </div>
      )}
    </details>
  );
}

function changeText(t: Translate, row: CheckedRow): string {
  if (row.redirect !== row.live_redirect) return row.redirect === null ? t('No longer redirected') : t('Redirected');
  return movesText(t, movesOf(row));
}

function movesText(t: Translate, { moved, added, gone }: ReturnType<typeof movesOf>): string {
  return formats.list(
    [
      moved > 0 && t('{count} moved', { count: moved }),
      added > 0 && t('{count} new', { count: added }),
      gone > 0 && t('{count} removed', { count: gone }),
    ]
      .filter((part) => part !== false)
      // A line never ends between a number and its word.
      .map((part) => part.replaceAll(' ', '\u00A0')),
  );
}

interface GateButtonsProps {
  readonly publishLabel: string;
  readonly publish: () => void;
  readonly close: () => void;
  readonly isGoing: boolean;
  /** Check items that would turn red. They stop everybody but owners and administrators, who are asked once more. */
  readonly redCount: number;
  readonly isChecking: boolean;
  readonly skip: (() => void) | undefined;
}

function GateButtons({ publishLabel, publish, close, isGoing, redCount, isChecking, skip }: GateButtonsProps) {
  const block = useSavingBlock();
  const mayOverrule = useAllowed('owner');
  const reasonId = useId();
  const isStopped = redCount > 0;
  const publishAnyway = async () => {
    if (await confirm({ ...redQuestion(t, redCount), text: t('Alerts everyone with access to check items.') })) publish();
  };
  return (
    <>
      {isStopped && !mayOverrule && (
        <Text id={reasonId} size="sm" c="dimmed" ta="right" mb={8}>
          {t('Owners and administrators may publish anyway.')}
        </Text>
      )}
      <Group justify="flex-end" gap={8}>
        {skip && (
          <Button variant="subtle" onClick={skip}>
            {t('Skip the check')}
          </Button>
        )}
        {isStopped && mayOverrule && (
          <Button
            variant="subtle"
            color="red"
            loading={isGoing}
            disabled={block !== undefined}
            onClick={() => void publishAnyway()}
          >
            {t('Publish anyway')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          onClick={publish}
          loading={isGoing && !isStopped}
          disabled={block !== undefined || isStopped || isChecking}
          title={block}
          {...(isStopped && !mayOverrule && { 'aria-describedby': reasonId })}
        >
          {publishLabel}
        </Button>
      </Group>
    </>
  );
}

export const redQuestion = (t: Translate, redCount: number) => ({
  title: t('Publish with {count} check items on alert?', { count: redCount }),
  confirmLabel: t('Publish anyway'),
  cancelLabel: t('Cancel'),
  isDanger: true,
});

interface Gate {
  /** In the address: `?gate=boosts`. */
  readonly name: string;
  /** The collection whose searches are checked; all collections by default. */
  readonly collectionId?: number | undefined;
  readonly check: CheckPart;
  readonly publishLabel?: string;
  /** Publishes. Gets the report of the check; null if the check was skipped or failed. */
  readonly publish: (report: GateReport | null) => void;
  /** With a form the check stays open while publishing, so refusals show at their fields. */
  readonly fields?: ReactNode;
  readonly isBusy?: boolean;
  /** Publishes without a question if visitors would notice little. */
  readonly isQuiet?: () => boolean;
}

/** `start` checks, and publishes by itself if visitors would notice little; the address alone only shows the check. Put `drawer` on the page. */
export function usePublishGate({
  name,
  collectionId,
  check,
  publishLabel = t('Publish'),
  publish,
  fields,
  isBusy = false,
  isQuiet,
}: Gate) {
  const [{ gate }, change] = useAddress();
  const goesOn = useRef(false);
  const [isGoing, setGoing] = useState(false);
  // Publishes the checked draft: somebody else may save another one while the question is open.
  const checked = useRef(publish);
  const close = () => change({ gate: undefined }, { isReplacing: true });
  const goOn = (report: GateReport | null) => {
    if (fields !== undefined) return isBusy || checked.current(report);
    if (isGoing) return;
    goesOn.current = false;
    setGoing(true);
    close();
    checked.current(report);
  };
  const onDone = (report: GateReport) => {
    if ((isQuiet?.() ?? goesOn.current) && !isForPerson(report)) goOn(report);
  };
  const isOpen = gate === name;
  const onStart = () => void (checked.current = publish);
  const { state, again } = useGateCheck({ isWanted: isOpen, collectionId, check, onStart, onDone });
  const start = () => {
    goesOn.current = true;
    setGoing(false);
    change({ gate: name });
  };
  const report = state.kind === 'done' ? state.report : null;
  const isChecking = state.kind === 'running';
  const isAsking = isQuiet?.() !== true || state.kind === 'failed' || (report !== null && isForPerson(report));
  const redCount = isChecking ? state.redCount : (report?.reds.length ?? 0);
  const buttons = (
    <GateButtons
      {...{ publishLabel, close, isChecking }}
      isGoing={isGoing || isBusy}
      redCount={isChecking ? 0 : redCount}
      publish={() => goOn(report)}
      // Check items that would turn red stop a release, so the rest of the check isn't skipped.
      skip={isChecking && redCount === 0 ? () => goOn(null) : undefined}
    />
  );
  return {
    start,
    again,
    drawer: (
      <SideDrawer isOpen={isOpen} isWide title={t('Check before publishing')} onClose={close} footer={buttons}>
        <Stack gap={16}>
          {isAsking && fields}
          {state.kind === 'running' && <Running {...state} />}
          {state.kind === 'failed' && <LoadError error={state.error} retry={again} title={t('This could not be loaded.')} />}
          {report && <GateVerdict report={report} />}
        </Stack>
      </SideDrawer>
    ),
  };
}

interface RunningProps {
  readonly doneCount: number;
  readonly totalCount: number | null;
}

function Running({ doneCount, totalCount }: RunningProps) {
  const text =
    totalCount === null ? t('Checking') : t('Checked {done} of {count} queries', { done: doneCount, count: totalCount });
  return (
    <>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={totalCount ? (doneCount / totalCount) * 100 : 0} aria-label={text} />
    </>
  );
}

export function GateVerdict({ report }: { readonly report: GateReport }) {
  const { changed, changedShare, reds } = report;
  const kind = reds.length > 0 ? 'stops' : isForPerson(report) ? 'asks' : 'fine';
  const share = formats.percent(changedShare);
  return (
    <>
      <Verdict kind={kind} title={verdictText(t, report, share)}>
        {checkedText(t, report)}
      </Verdict>
      <RedItems reds={reds} />
      {changed.length > 0 && <ChangedQueries report={report} />}
    </>
  );
}

function checkedText(t: Translate, { source, checkedCount, categoryCount, watchedCount }: GateReport): string {
  return [
    source === 'searches'
      ? t('The {count} most frequent queries of 30 days were checked.', { count: checkedCount })
      : t('No searches tracked yet; checked with {count} phrases.', { count: checkedCount }),
    categoryCount > 0 && t('{count} category pages were checked, too.', { count: categoryCount }),
    watchedCount > 0 && t('{count} check items were checked, too.', { count: watchedCount }),
  ]
    .filter(Boolean)
    .join(' ');
}

function verdictText(t: Translate, { changed, emptied, reds }: GateReport, share: string): string {
  if (reds.length > 0) return t('{count} check items would turn red. Change them or your settings.', { count: reds.length });
  if (changed.length === 0) return t('No search changes.');
  if (changed.every(({ isCategory }) => isCategory)) return t('{count} category pages change.', { count: changed.length });
  if (emptied.length > 0)
    return t('{count} queries would find nothing. {percent} of searches change.', { count: emptied.length, percent: share });
  return t('{percent} of searches change. None loses all its results.', { percent: share });
}

function RedItems({ reds }: { readonly reds: readonly RedItem[] }) {
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

/** The check as a release keeps it. */
export function ExpectedImpact({ expected: { checked, changed_share: share, changed, emptied, queries } }: ExpectedProps) {
  return (
    <Stack gap={8}>
      <Text size="sm">
        {changed === 0
          ? t('No search changes.')
          : emptied > 0
            ? t('{count} queries would find nothing. {percent} of searches change.', {
                count: emptied,
                percent: formats.percent(share),
              })
            : t('{percent} of searches change. None loses all its results.', { percent: formats.percent(share) })}{' '}
        <Text span inherit c="dimmed">
          {t('{count} queries and category pages checked.', { count: checked })}
        </Text>
      </Text>
      {queries.length > 0 && (
        <details>
          <summary className={classes.more}>{t('{count} changed queries', { count: changed })}</summary>
          <PlainTable
            label={t('Expected by the check')}
            rows={queries}
            keyOf={(row) => `${row.collection_id} ${row.q}`}
            columns={[
              {
                name: 'q',
                title: t('Query or category'),
                cell: ({ q, is_category: isCategory }) => (isCategory ? categoryText(q) : q),
              },
              { name: 'searches', title: t('Searches'), cell: ({ searches }) => formats.number(searches), isNumber: true },
              {
                name: 'results',
                title: t('Results before → after'),
                cell: ({ before, after }) => `${formats.number(before)} → ${formats.number(after)}`,
                isNumber: true,
              },
              { name: 'moves', title: t('First ten'), cell: (row) => movesText(t, row) },
            ]}
          />
        </details>
      )}
    </Stack>
  );
}

interface ExpectedProps {
  readonly expected: Expected;
}
