import { Stack, Text, Title } from '@mantine/core';
import { linkTo } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Moment } from '#ui/text/moment.tsx';
import { problemReasons } from '#features/data/imports/imports.contract.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import type { MissingAnswerProps } from './missing-answer.tsx';
import type { MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import classes from './missing-item.module.css';

function lastImportText({ left_out: rows }: NonNullable<MissingItem['feed']>): string {
  if (rows.length === 0) return msg('The last import of “{feed}” doesn’t mention it.');
  if (rows.some((row) => row.is_same)) return msg('The last import of “{feed}” skipped it.');
  return msg('The last import of “{feed}” skipped items that mention it.');
}

export function UnknownItem({
  answer: { feed, candidates },
  wanted,
  pick,
}: Pick<MissingAnswerProps, 'answer' | 'wanted' | 'pick'>) {
  return (
    <Stack gap={16} aria-live="polite">
      <div>
        <Text fw={600}>{t('No item has the id or name “{wanted}”.', { wanted })}</Text>
        {!feed && <Text size="sm">{t('No feed fills this collection.')}</Text>}
        {feed?.last_import_at === null && <Text size="sm">{t('Its feed has not been imported yet.')}</Text>}
        {feed && feed.last_import_at !== null && (
          <>
            <Text size="sm">{t(lastImportText(feed), { feed: feed.name })}</Text>
            <Text size="xs" c="dimmed">
              <Moment at={feed.last_import_at} />
            </Text>
          </>
        )}
      </div>
      {feed && feed.left_out.length > 0 && (
        <ul className={classes.facts}>
          {feed.left_out.map(({ item, position, field, value, reason }) => (
            <li key={`${position} ${reason} ${field}`} className={classes.fact} data-kind="cause">
              <div>{t(problemReasons[reason] ?? reason)}</div>
              <Text size="xs" c="dimmed">
                {[item, t('Item number {position}', { position }), field && `${field}: ${value}`].filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {feed && (
        <AllowedLink needs="data" to={linkTo('/data/import/error-data', { id: feed.id, search: wanted })}>
          {t('Go to the error data')}
        </AllowedLink>
      )}
      {candidates.length > 0 && (
        <section>
          <Title order={3} size="sm" mb={4}>
            {t('Did you mean one of these?')}
          </Title>
          {candidates.map((item) => (
            <button key={item.id} type="button" className={classes.candidate} onClick={() => pick(item.id)}>
              <ItemCell item={shownItemOf(item)} />
            </button>
          ))}
        </section>
      )}
    </Stack>
  );
}
