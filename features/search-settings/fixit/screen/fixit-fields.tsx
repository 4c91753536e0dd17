import { Code, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import type { RowFields } from '#ui/crud/row-fields.ts';
import { Count } from '#ui/list/table-footer.tsx';
import { Status } from '#ui/page/status.tsx';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { type Fixit, type fixits, isRedirect, readDeadFixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { FindingMark, useFindings } from '#features/search-settings/linter/findings.panel.tsx';
import classes from './fixit.module.css';

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
    catalog_term: {
      label: t('Replace with'),
      isFormOnly: true,
      input: (form) => (
        <TextInput
          {...form.field('catalog_term')}
          description={t('A query, or a web address to redirect to.')}
          rightSectionWidth={110}
          rightSection={isRedirect(form.values.catalog_term) && <span className={classes.kind}>{t('Redirect')}</span>}
        />
      ),
    },
    is_regexp: {
      label: t('Regular expression'),
      isFormOnly: true,
      input: (form) => (
        <Switch
          {...form.checkbox('is_regexp')}
          description={form.values.is_regexp === true && t('Up to 200 characters, without (?=…) and (?!…).')}
        />
      ),
    },
    replacement: {
      label: t('Replaced by'),
      sort: 'catalog_term',
      cell: ({ catalog_term: to }) => <Replacement to={to} />,
      isTitledOnCard: true,
      width: '28%',
    },
    kind: { label: t('Kind'), cell: (fixit) => <Kind fixit={fixit} />, width: 160, isWideOnly: true },
    rule_uses: { label: t('Uses'), sort: 'uses', cell: (row) => <Count of={row.rule_uses} />, isNumber: true, width: 100 },
    unique_users: {
      label: t('Unique visitors'),
      sort: 'users',
      cell: (row) => <Count of={row.unique_users} />,
      isNumber: true,
      width: 130,
      isWideOnly: true,
    },
    updated_at: { label: t('Changed'), cell: ({ updated_at: at }) => <Moment at={at} />, isWideOnly: true, width: 130 },
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
  const kinds = [isPattern ? t('Pattern') : t('Exact'), ...(isRedirect(to) ? [t('Redirect')] : [])];
  return <span style={{ whiteSpace: 'nowrap' }}>{kinds.join(' · ')}</span>;
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
