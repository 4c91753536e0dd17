import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { readExampleQueries } from '#contract/preview.ts';
import { query } from '#ui/calls/queries.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './preview-panel.module.css';
import { readStored, writeStored } from '#ui/state/stored.ts';

const keptQueries = 5;
const keptCollections = 20;

type Kept = readonly { readonly c: number; readonly queries: readonly string[] }[];

const isKept = (one: unknown): one is Kept[number] =>
  typeof one === 'object' && one !== null && 'c' in one && 'queries' in one && Array.isArray(one.queries);

function kept(): Kept {
  try {
    const stored: unknown = JSON.parse(readStored('previewQueries') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

const triedQueries = (collectionId: number): readonly string[] => kept().find(({ c }) => c === collectionId)?.queries ?? [];

function noteTriedQuery(collectionId: number, q: string): void {
  if (q === '') return;
  const queries = [q, ...triedQueries(collectionId).filter((other) => other !== q)].slice(0, keptQueries);
  const all = [{ c: collectionId, queries }, ...kept().filter(({ c }) => c !== collectionId)];
  writeStored('previewQueries', JSON.stringify(all.slice(0, keptCollections)));
}

export function usePreviewedQuery(collectionId: number): [string, (q: string) => void] {
  const [{ q: inAddress }, change] = useAddress();
  const [typed, setTyped] = useState<string | undefined>(inAddress);
  const examples = useExamples(collectionId);
  const setQ = (q: string) => {
    setTyped(q);
    change({ q }, { isReplacing: true });
  };
  return [typed ?? triedQueries(collectionId)[0] ?? examples?.queries[0] ?? '', setQ];
}

const useExamples = (collectionId: number) => useQuery(query(readExampleQueries, { c: collectionId })).data;

interface QueryBoxProps {
  readonly collectionId: number;
  readonly q: string;
  readonly setQ: (q: string) => void;
}

export function QueryBox({ collectionId, q, setQ }: QueryBoxProps) {
  const examples = useExamples(collectionId);
  const labelId = useId();
  const [tried, setTried] = useState(() => triedQueries(collectionId));
  const note = () => {
    noteTriedQuery(collectionId, q.trim());
    setTried(triedQueries(collectionId));
  };
  return (
    <>
      <Autocomplete
        aria-label={t('Type a query')}
        placeholder={t('Type a query')}
        leftSection={<Search size={16} aria-hidden />}
        value={q}
        onChange={setQ}
        onBlur={note}
        data={[...tried]}
        filter={({ options }) => options}
        comboboxProps={{ withinPortal: true }}
        maxLength={200}
      />
      {examples && examples.queries.length > 0 && (
        <Group gap={6} mt={8} role="group" aria-labelledby={labelId}>
          <Text id={labelId} size="xs" c="dimmed">
            {examples.is_tracked ? t('Visitors search:') : t('Names of items:')}
          </Text>
          {examples.queries.map((example) => (
            <Button
              key={example}
              size="compact-xs"
              variant={example === q.trim() ? 'light' : 'default'}
              aria-pressed={example === q.trim()}
              className={classes.example}
              onClick={() => setQ(example)}
            >
              {example}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
