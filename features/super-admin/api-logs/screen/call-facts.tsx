import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { t, type Translate } from '#ui/text/i18n.ts';
import { errors, isErrorCode } from '#contract/errors.ts';
import type { ApiCall } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { CallDuration, CallStatus, CallTime, CallUser, statusWord } from './call-cells.tsx';
import classes from './api-logs.module.css';

const unknownPart = '…';

/** What the call was answered with. Names and numbers that the sentence had then are not kept. */
function sentenceOf(t: Translate, call: ApiCall): string {
  if (!isErrorCode(call.code)) return statusWord(t, call);
  const { text } = errors[call.code];
  const parts = Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', unknownPart]));
  return t(text, parts);
}

export function CallFacts({ call }: { readonly call: ApiCall }) {
  const facts: FactsProps['facts'] = [
    [t('Time'), <CallTime key="time" call={call} isWhole />],
    [t('Took'), <CallDuration key="took" call={call} />],
    [t('Project'), call.project ?? '–'],
    [t('User'), <CallUser key="user" call={call} />],
    [t('Address'), call.address || '–'],
    [t('Agent'), call.agent || '–'],
  ];
  return (
    <div>
      <code className={classes.whole}>{call.call}</code>
      <Text size="sm" mt={8}>
        <CallStatus call={call} /> {sentenceOf(t, call)}
        {call.code !== null && (
          <Text span size="xs" c="dimmed">
            {' '}
            <code>{call.code}</code>
          </Text>
        )}
      </Text>
      <div className={classes.below}>
        <Facts facts={facts} />
      </div>
    </div>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The names are those of a program. */
  readonly isCode?: boolean;
}

export const Facts = ({ facts, isCode = false }: FactsProps) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={classes.fact}>
        <dt>{isCode ? <code>{name}</code> : name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
