import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { asCallError } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { query, useSettledAnswer } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import type { BesideForm } from '#ui/crud/open-record.tsx';
import { previewedRow, RulePreview } from '#ui/crud/record-drawer.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type FixitEffect,
  type FixitProposal,
  type fixits,
  looksLikePattern,
  previewFixit,
  proposeFixits,
  readFixitEffect,
} from '#features/search-settings/fixit/fixit.contract.ts';
import classes from './fixit.module.css';

type FixitForm = RecordFormState<(typeof fixits)['input']>;

export const besideFixit: BesideForm<typeof fixits> = (form, id) => <BesideFixit form={form} id={id} />;

/** Proposals, and what a replacing term catches and finds. */
function BesideFixit({ form, id }: { readonly form: FixitForm; readonly id: number | undefined }) {
  const { term, is_regexp: isPattern = false, catalog_term: to } = form.values;
  const typed = { term: term.trim(), is_regexp: isPattern ? '1' : '0', catalog_term: to.trim() } as const;
  const effect = useSettledAnswer(readFixitEffect, { ...typed, ...(id !== undefined && { id }) });
  const examples = effect.data?.data.caught?.examples ?? [];
  const queries = [...(isPattern ? [] : [term]), ...examples.map((one) => one.term)];
  return (
    <Stack gap={16}>
      {id === undefined && <Proposals form={form} />}
      <EffectPart form={form} typed={typed} effect={effect} isNew={id === undefined} />
      <RulePreview
        endpoint={previewFixit}
        rows={[previewedRow(form.values, id)]}
        queries={queries}
        containing=""
        hint={t('Fill in the query and what replaces it to see what changes.')}
      />
    </Stack>
  );
}

function Proposals({ form }: { readonly form: FixitForm }) {
  const { term } = form.values;
  const choose = (chosen: string) => {
    form.set('term', chosen);
    form.set('is_regexp', false);
  };
  const isUnlike = useProposals().some(({ term: lost }) => lost === term);
  return (
    <>
      <ProposedFixits chosen={term} choose={choose} />
      {isUnlike && (
        <Text size="sm">
          {t('Nothing in the catalogue is spelled like it.')}{' '}
          <AllowedLink needs="analytics" to={linkTo('/analytics/searches-without-results', { fix: term })}>
            {t('Fix this problem')}
          </AllowedLink>
        </Text>
      )}
    </>
  );
}

function useProposals(): readonly FixitProposal[] {
  const c = useCollection()?.id;
  return useQuery({ ...query(proposeFixits, { c: c ?? 0 }), enabled: c !== undefined }).data ?? [];
}

interface ProposedFixitsProps {
  /** In the form; absent where one opens it. */
  readonly chosen?: string;
  readonly choose: (term: string) => void;
}

export function ProposedFixits({ chosen, choose }: ProposedFixitsProps) {
  const proposals = useProposals();
  if (proposals.length === 0) return null;
  return (
    <section aria-label={t('Proposals')}>
      <Text size="sm" fw={600} ta={chosen === undefined ? 'center' : 'left'}>
        {t('Queries that find nothing')}
      </Text>
      <Group gap={6} mt={8} justify={chosen === undefined ? 'center' : 'flex-start'}>
        {proposals.map(({ term, search_count: count }) => (
          <Button
            key={term}
            size="compact-sm"
            variant={chosen === term ? 'light' : 'default'}
            aria-pressed={chosen === term}
            rightSection={<span className={classes.quiet}>{formats.number(count)}</span>}
            title={t('{count} searches', { count })}
            onClick={() => choose(term)}
          >
            {term}
          </Button>
        ))}
      </Group>
    </section>
  );
}

interface EffectPartProps extends Omit<EffectProps, 'effect'> {
  readonly form: FixitForm;
  readonly effect: ReturnType<typeof useSettledAnswer<typeof readFixitEffect>>;
}

function EffectPart({ form, typed, effect: { data, error, isOld, isFetching }, isNew }: EffectPartProps) {
  const isTyped = typed.term !== '' || typed.catalog_term !== '';
  const problems = error ? asCallError(error).problems : [];
  const tell = useEffectEvent(() =>
    form.note(problems, { checked: isTyped ? ['term', 'catalog_term'] : [], isChecking: isFetching }),
  );
  useEffect(() => tell(), [error, data, isFetching, isTyped]);
  return (
    <div aria-live="polite" className={classes.effect} data-old={isOld}>
      {form.values.is_regexp !== true && looksLikePattern(typed.term) && (
        <Note isWarning>
          {t('This looks like a regular expression.')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => form.set('is_regexp', true)}>
            {t('Take it as a regular expression')}
          </Anchor>
        </Note>
      )}
      {isTyped && problems.some(({ field }) => field === '') && <Note isWarning>{errorText(error)}</Note>}
      {isTyped && !error && data && <Effect effect={data.data} typed={typed} isNew={isNew} />}
    </div>
  );
}

interface EffectProps {
  readonly effect: FixitEffect;
  readonly typed: { readonly term: string; readonly catalog_term: string };
  readonly isNew: boolean;
}

function Effect({ effect: { caught, caught_by: other, next }, typed, isNew }: EffectProps) {
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
            <AllowedLink needs="preview" to={linkTo('/developer/query-tester', { q: term })}>
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
