import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { readExampleQueries } from '#contract/preview.ts';
import { query } from '#console-kit/calls/queries.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { noteTriedQuery, triedQueries } from './preview-queries.ts';
import classes from './preview-panel.module.css';

/** As the address has it; otherwise what was tried last, or the first example. */
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

/** Offers the last queries while it is open, and the most frequent ones below. */
export function QueryBox({ collectionId, q, setQ }: QueryBoxProps) {
  const t = useText();
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
