import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
  type UseMutationResult,
  useQuery,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { tabProject } from '#ui/state/tab.ts';
import { type Answer, call, callEnvelope, asCallError, noAnswerStatus, type CallError } from './api.ts';
import { errorText } from './error-text.ts';
import { orToast, toast } from './toast.ts';

const staleAfterMs = 5_000;
const retries = 2;

/** Retries a lost connection and a starting server only. */
const isPassing = (error: unknown) => [noAnswerStatus, 503].includes(asCallError(error).status);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleAfterMs, retry: (count, error) => count < retries && isPassing(error) },
      mutations: { retry: false },
    },
  });

/** `useQuery(query(readFeed, { id }))`, cached by project. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<OutputOf<E>, CallError>({
    queryKey: [endpoint.path, tabProject()?.id ?? null, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

/** As `query`, keeping the last answer until the next one arrives. */
export const followingQuery = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({
  ...query(endpoint, input),
  placeholderData: keepPreviousData,
});

/** As `followingQuery`, with the members beside data. */
export const followingAnswer = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({
  ...queryOptions<Answer<E>, CallError>({
    queryKey: [endpoint.path, tabProject()?.id ?? null, input],
    queryFn: ({ signal }) => callEnvelope(endpoint, input, { signal }),
  }),
  placeholderData: keepPreviousData,
});

const codeKey = 'code';

export const laterCode = <Code>(name: string, load: () => Promise<Code>) =>
  queryOptions<Code, CallError>({ queryKey: [codeKey, name], queryFn: load, staleTime: Infinity, gcTime: Infinity });

export async function refresh(client: QueryClient, endpoints: readonly Pick<Endpoint, 'path'>[]): Promise<void> {
  await Promise.all(endpoints.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

export const refreshEverything = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== codeKey });

interface CallEffects {
  readonly refreshes?: readonly Pick<Endpoint, 'path'>[] | 'everything';
}

const takeEffect = (client: QueryClient, { refreshes = [] }: CallEffects): Promise<void> =>
  refreshes === 'everything' ? refreshEverything(client) : refresh(client, refreshes);

/** Failures are thrown by `mutateAsync`, for forms to show. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  effects: CallEffects = {},
): UseMutationResult<OutputOf<E>, CallError, InputOf<E>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: () => takeEffect(client, effects),
  });
}

const actionKey = ['action'];

/** Whether an action, or the refetch after it, is under way: rows shown now may be older than the saved ones. */
export const useIsActing = (): boolean => useIsMutating({ mutationKey: actionKey }) > 0;

interface ActionOptions<E extends Endpoint> {
  readonly done?: string | ((input: InputOf<E>, output: OutputOf<E>) => string);
  /** The input that takes the action back; undefined if nothing does. */
  readonly undo?: (input: InputOf<E>, output: OutputOf<E>) => InputOf<E> | undefined;
}

/** For buttons outside of forms: a failure is a toast, and a double click sends once. Use its `mutate`. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { done, undo, ...effects }: CallEffects & ActionOptions<E> = {},
): UseMutationResult<OutputOf<E>, CallError, InputOf<E>> {
  const client = useQueryClient();
  const underWay = useRef(new Set<string>()).current;
  const mutation = useMutation<OutputOf<E>, CallError, InputOf<E>>({
    mutationKey: actionKey,
    mutationFn: (input) => call(endpoint, input),
    onError: (error) => toast({ text: errorText(error), kind: 'failure' }),
    onSuccess: async (output, input) => {
      await takeEffect(client, effects);
      const text = typeof done === 'function' ? done(input, output) : done;
      if (text === undefined) return;
      const undoing = undo?.(input, output);
      const takeBack = () =>
        orToast(async () => {
          await call(endpoint, undoing!);
          await takeEffect(client, effects);
        });
      toast({ text, ...(undoing && { undo: () => void takeBack() }) });
    },
    onSettled: (_data, _error, input) => void underWay.delete(JSON.stringify(input)),
  });
  const mutate: typeof mutation.mutate = (...asked) => {
    const key = JSON.stringify(asked[0]);
    if (underWay.has(key)) return;
    underWay.add(key);
    mutation.mutate(...asked);
  };
  return { ...mutation, mutate };
}

const settledAfterMs = 250;

/** Debounced. Only the newest answer is shown; until then the last one stays, with `isOld`. */
export function useSettledAnswer<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const sent = JSON.stringify(input);
  const [settled] = useDebouncedValue(sent, settledAfterMs);
  const answer = useQuery(followingAnswer(endpoint, JSON.parse(settled) as InputOf<E>));
  return { ...answer, isOld: settled !== sent || answer.isPlaceholderData };
}
