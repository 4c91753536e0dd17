import { Code, TextInput, Anchor, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Count } from '#ui/list/table-footer.tsx';
import type { RowFields } from '#ui/crud/row-fields.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type Fixit,
  type fixits,
  isRedirect,
  readDeadFixits,
  type FixitEffect,
  looksLikePattern,
  readFixitEffect,
} from '#features/search-settings/fixit/fixit.contract.ts';
import classes from './fixit.module.css';
import { query, useSettledAnswer } from '#ui/calls/queries.ts';
import { Status } from '#ui/page/status.tsx';
import { FindingMark, useFindings } from '#features/search-settings/linter/findings.panel.tsx';
import { asCallError } from '#ui/calls/api.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';

function FixitEffectPanel({ form }: { readonly form: RecordFormState<(typeof fixits)['input']> }) {
  const { term, is_regexp: isPattern = false, catalog_term: to } = form.values;
  const [{ edit: id }] = useAddress();
  const typed = { term: term.trim(), is_regexp: isPattern ? '1' : '0', catalog_term: to.trim() } as const;
  const asked = { ...typed, ...(typeof id === 'number' && { id }) };
  const { data, error, isOld, isFetching } = useSettledAnswer(readFixitEffect, asked);
  const isTyped = typed.term !== '' || typed.catalog_term !== '';
  const problems = error ? asCallError(error).problems : [];
  const tell = useEffectEvent(() =>
    form.note(problems, { checked: isTyped ? ['term', 'catalog_term'] : [], isChecking: isFetching }),
  );
  useEffect(() => tell(), [error, data, isFetching, isTyped]);
  return (
    <div aria-live="polite" className={classes.effect} data-old={isOld}>
      {!isPattern && looksLikePattern(typed.term) && (
        <Note isWarning>
          {t('This looks like a regular expression.')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => form.set('is_regexp', true)}>
            {t('Take it as a regular expression')}
          </Anchor>
        </Note>
      )}
      {isTyped && problems.some(({ field }) => field === '') && <Note isWarning>{errorText(error)}</Note>}
      {isTyped && !error && data && <Effect effect={data.data} typed={typed} isNew={id === 'new'} />}
    </div>
  );
}

interface EffectProps {
  readonly effect: FixitEffect;
  readonly typed: { readonly term: string; readonly catalog_term: string };
  readonly isNew: boolean;
}

function Effect({ effect: { caught, found, caught_by: other, next }, typed, isNew }: EffectProps) {
  return (
    <Stack gap={8}>
      {other && (
        <Note isWarning>
          {t('“{term}” is already replaced by “{other}”.', { term: typed.term, other: other.catalog_term })}{' '}
          <AllowedLink needs="search" to={linkTo('/search-settings/fixit', { edit: other.id })}>
            {t('Edit')}
          </AllowedLink>
        </Note>
      )}
      {caught && <Caught caught={caught} />}
      {caught && isNew && caught.finding_count > 0 && (
        <Note isWarning>{t('Also catches {count} queries that find items already.', { count: caught.finding_count })}</Note>
      )}
      {found?.count === 0 && <Note isWarning>{t('Finds nothing. Choose another query.')}</Note>}
      {found && found.count > 0 && <Note>{t('Finds {count} items', { count: found.count })}</Note>}
      {found?.items.map((item) => (
        <ItemCell key={item.id} item={shownItemOf(item)} />
      ))}
      {next !== null && (
        <Note>
          {t('Queries are replaced once: “{term}” doesn’t become “{other}”.', { term: typed.catalog_term, other: next })}
        </Note>
      )}
    </Stack>
  );
}

function Caught({ caught: { count, examples } }: { readonly caught: NonNullable<FixitEffect['caught']> }) {
  return (
    <div>
      <Note>{t('Catches {count} queries of the last 30 days', { count })}</Note>
      <ul className={classes.queries}>
        {examples.map(({ term, search_count: searches }) => (
          <li key={term}>
            <AllowedLink needs="developer" to={linkTo('/developer/query-tester', { q: term })}>
              {term}
            </AllowedLink>{' '}
            <span className={classes.quiet}>{formats.number(searches)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Note = ({ children, isWarning = false }: { readonly children: ReactNode; readonly isWarning?: boolean }) => (
  <Text size="sm" component="p" m={0} className={isWarning ? classes.warning : ''}>
    {children}
  </Text>
);

export function useFixitFields(): RowFields<typeof fixits> {
  return {
    term: {
      label: t('Query'),
      hint: t('In any form, with or without diacritics.'),
      cell: ({ term, is_regexp: isPattern }) =>
        isPattern ? (
          <Code fz="sm" className={classes.pattern}>
            {term}
          </Code>
        ) : (
          term
        ),
    },
    is_regexp: {
      label: t('Regular expression'),
      hint: t('Up to 200 characters, without (?=…) and (?!…).'),
      isFormOnly: true,
    },
    catalog_term: {
      label: t('Replace with'),
      isFormOnly: true,
      input: (form) => (
        <>
          <TextInput
            {...form.field('catalog_term')}
            description={t('A query, or a web address to redirect to.')}
            rightSectionWidth={110}
            rightSection={isRedirect(form.values.catalog_term) && <span className={classes.kind}>{t('Redirect')}</span>}
          />
          <FixitEffectPanel form={form} />
        </>
      ),
    },
    replacement: {
      label: t('Replaced by'),
      sort: 'catalog_term',
      cell: ({ catalog_term: to }) => <Replacement to={to} />,
      isTitledOnCard: true,
      width: '28%',
    },
    kind: { label: t('Kind'), cell: (fixit) => <Kind fixit={fixit} />, width: 160 },
    rule_uses: { label: t('Uses'), sort: 'uses', cell: (row) => <Count of={row.rule_uses} />, isNumber: true, width: 100 },
    unique_users: {
      label: t('Unique users'),
      sort: 'users',
      cell: (row) => <Count of={row.unique_users} />,
      isNumber: true,
      width: 130,
      isWideOnly: true,
    },
  };
}

function Replacement({ to }: { readonly to: string }) {
  if (!isRedirect(to)) return to;
  return (
    <span className={classes.address} title={to}>
      <ExternalLink size={14} role="img" aria-label={t('Redirect')} />
      {to.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </span>
  );
}

function Kind({ fixit: { is_regexp: isPattern, catalog_term: to } }: { readonly fixit: Fixit }) {
  return [isPattern ? t('Pattern') : t('Exact'), ...(isRedirect(to) ? [t('Redirect')] : [])].join(' · ');
}

export function useFixitStates(rows: readonly Fixit[]): (row: Fixit) => ReactNode {
  const asked = query(readDeadFixits, { ids: rows.map(({ id }) => id).join() });
  const versions = rows.map(({ updated_at: version }) => version);
  const { data } = useQuery({ ...asked, queryKey: [...asked.queryKey, versions], enabled: rows.length > 0 });
  const findings = useFindings('fixits');
  return ({ id }) => {
    const finding = findings.get(id);
    if (finding) return <FindingMark finding={finding} />;
    return data?.includes(id) ? <Status kind="error" label={t('Finds nothing')} /> : null;
  };
}
