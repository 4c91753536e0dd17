import type { FrontCalls, Parameters } from '#plugin/calls/front-calls.ts';

/** For so long a change of the look needs no answer from the server. */
const rememberedMilliseconds = 30_000;

interface Listener {
  /** The server has answered a call, or hasn't. */
  readonly settled: (isAnswered: boolean) => void;
}

/** Calls of the preview: the same question is asked once in a while, and nothing is counted. */
export function previewCalls(calls: FrontCalls, { settled }: Listener): FrontCalls {
  const known = new Map<string, { readonly at: number; readonly answer: unknown }>();
  return {
    // A call that failed is tried again, as nobody has a search of the shop's own to fall back on.
    isUp: () => true,
    send: () => undefined,
    async get<Data>(name: string, parameters: Parameters, signal?: AbortSignal): Promise<Data> {
      const question = JSON.stringify([name, parameters]);
      const last = known.get(question);
      if (last !== undefined && Date.now() - last.at < rememberedMilliseconds) {
        settled(true);
        return last.answer as Data;
      }
      try {
        const answer = await calls.get<Data>(name, parameters, signal);
        known.set(question, { at: Date.now(), answer });
        settled(true);
        return answer;
      } catch (error) {
        if (signal?.aborted !== true) settled(false);
        throw error;
      }
    },
  };
}
