import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { followingAnswer } from './queries.ts';

const settledAfterMs = 250;

/** Debounced. Only the newest answer is shown; until then the last one stays, with `isOld`. */
export function useSettledAnswer<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const sent = JSON.stringify(input);
  const [settled] = useDebouncedValue(sent, settledAfterMs);
  const answer = useQuery(followingAnswer(endpoint, JSON.parse(settled) as InputOf<E>));
  return { ...answer, isOld: settled !== sent || answer.isPlaceholderData };
}
