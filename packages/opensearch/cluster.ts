import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { SearchDownError } from '#engine/port-errors.ts';
import {
  attemptShare,
  commandAttemptMs,
  commandDeadlineMs,
  connectionsPerNode,
  connectTimeoutMs,
  defaultSearchMs,
  firstPauseMs,
  maxPauseMs,
  nodeRestMs,
  breakerRestMs,
  failuresToOpen,
} from './limits.ts';

/** Circuit breaker (M. Nygard, "Release It!", 2007): after failures in a row searches fail at once, until one that tries succeeds. */
class Breaker {
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const isOpen = this.#failures >= failuresToOpen;
    if (isOpen && (this.#isTrying || performance.now() < this.#restsUntil))
      throw new SearchDownError('OpenSearch did not answer the last searches; the next try is in a moment.');
    if (isOpen) this.#isTrying = true;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof SearchDownError) {
        this.#failures++;
        this.#restsUntil = performance.now() + breakerRestMs;
      } else if (signal?.aborted !== true) this.#failures = 0;
      throw error;
    } finally {
      if (isOpen) this.#isTrying = false;
    }
  }
}

/** Retrying would not help. */
export class ClusterRefusal extends Error {
  override readonly name = 'ClusterRefusal';
  readonly status: number;

  constructor(status: number, reason: string) {
    super(`OpenSearch refused with ${status}: ${reason}`);
    this.status = status;
  }
}

const blockedByDisk = /read-only-allow-delete block|create-index blocked/;

/** With the code of a full disk, as which imports and calls report it. */
export function checkDisk(refusal: string): void {
  if (!blockedByDisk.test(refusal)) return;
  const sentence = 'A disk of OpenSearch is nearly full, so it accepts no items: free some of it, then import again.';
  throw Object.assign(new Error(sentence), { code: 'ENOSPC' });
}

export const isGone = (error: unknown): boolean => error instanceof ClusterRefusal && error.status === 404;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** A text is sent as lines of JSON. */
  readonly body?: object | string;
}

interface Patience {
  readonly deadlineMs: number;
  readonly attemptMs: number;
  /** Called before a retry: the call before may have been done. */
  readonly onRetry?: () => void;
  readonly signal?: AbortSignal;
}

interface Node {
  readonly pool: Pool;
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  restsUntil: number;
}

const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const lostNode = /"type":"(?:node_disconnected|node_not_connected|node_closed|\w+_transport)_exception"/;
class PassingFailure extends Error {}

export const addressesOf = (url: string): string[] =>
  url
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);

function nodeOf(url: string): Node {
  const { origin, pathname, username, password } = new URL(url);
  const account = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    pool: new Pool(origin, { connections: connectionsPerNode, connect: { timeout: connectTimeoutMs } }),
    basePath: pathname.replace(/\/$/, ''),
    headers: username === '' ? {} : { authorization: `Basic ${account}` },
    restsUntil: 0,
  };
}

function reasonOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { reason?: string; root_cause?: { reason?: string }[] } | string };
    if (typeof error === 'string') return error;
    return error?.root_cause?.[0]?.reason ?? error?.reason ?? text.slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}

export class Cluster {
  readonly #nodes: readonly Node[];
  readonly #breaker = new Breaker();
  readonly #searchMs: number;
  readonly #search = new AsyncLocalStorage<{ readonly end: number; readonly signal: AbortSignal | undefined }>();
  #turn = 0;

  constructor(urls: readonly string[], searchMs = defaultSearchMs) {
    this.#searchMs = searchMs;
    this.#nodes = urls.map(nodeOf);
  }

  /** All calls of a search share its deadline and abort signal; nested searches inherit the outer ones. */
  inOneSearch<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#search.getStore() !== undefined) return work();
    return this.#search.run({ end: performance.now() + this.#searchMs, signal }, work);
  }

  /** Throws `SearchDownError` without a whole response in time; `share` is of a search's time. */
  search<Answer>(call: Call, check: (answer: Answer) => void = () => undefined, share = 1): Promise<Answer> {
    const { end = Infinity, signal } = this.#search.getStore() ?? {};
    const left = end - performance.now();
    const attemptMs = this.#searchMs * (this.#nodes.length > 1 ? attemptShare : 1);
    const patience = { deadlineMs: Math.min(left, this.#searchMs * share), attemptMs, ...(signal && { signal }) };
    return this.#breaker.run(() => this.#ask(call, patience, check), signal);
  }

  command<Answer>(call: Call, deadlineMs = commandDeadlineMs, onRetry?: () => void): Promise<Answer> {
    const attemptMs = Math.max(commandAttemptMs, deadlineMs / 4);
    return this.#ask(call, { deadlineMs, attemptMs, ...(onRetry && { onRetry }) }, () => undefined);
  }

  async #ask<Answer>(call: Call, patience: Patience, check: (answer: Answer) => void): Promise<Answer> {
    const end = performance.now() + patience.deadlineMs;
    for (let attempt = 0; ; attempt++) {
      const node = this.#next();
      try {
        const timeoutMs = Math.min(patience.attemptMs, end - performance.now());
        const answer = await this.#send<Answer>(node, call, timeoutMs, patience.signal);
        check(answer);
        return answer;
      } catch (error) {
        if (!(error instanceof PassingFailure || error instanceof PartialAnswer)) throw error;
        // Other nodes are asked at once; a pause follows when all have failed.
        const round = Math.floor((attempt + 1) / this.#nodes.length);
        const pauseMs = round === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** round) * (0.5 + Math.random() / 2);
        if (performance.now() + pauseMs >= end) throw new SearchDownError(error.message, { cause: error });
        await sleep(pauseMs);
        patience.onRetry?.();
      }
    }
  }

  #next(): Node {
    const turn = this.#turn++;
    const inTurn = this.#nodes.map((_, index) => this.#nodes[(turn + index) % this.#nodes.length]!);
    const now = performance.now();
    return inTurn.find((node) => node.restsUntil <= now) ?? inTurn.reduce((a, b) => (b.restsUntil < a.restsUntil ? b : a));
  }

  async #send<Answer>(node: Node, { method, path, body }: Call, timeoutMs: number, cancelled?: AbortSignal): Promise<Answer> {
    cancelled?.throwIfAborted();
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
    const signal = cancelled === undefined ? timeout : AbortSignal.any([timeout, cancelled]);
    const isLines = typeof body === 'string';
    const content = { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' };
    let status: number;
    let text: string;
    try {
      const response = await node.pool.request({
        method,
        path: `${node.basePath}/${path}`,
        headers: { ...node.headers, ...(body !== undefined && content) },
        ...(body !== undefined && { body: isLines ? body : JSON.stringify(body) }),
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      status = response.statusCode;
      text = await response.body.text();
    } catch (error) {
      cancelled?.throwIfAborted();
      node.restsUntil = performance.now() + nodeRestMs;
      const reason = timeout.aborted ? `no answer within ${Math.round(timeoutMs)} ms` : (error as Error).message;
      throw new PassingFailure(`OpenSearch can't be reached: ${reason}.`, { cause: error });
    }
    if (status >= 400) checkDisk(text);
    if (passingStatuses.has(status) || (status === 500 && lostNode.test(text)))
      throw new PassingFailure(`OpenSearch answered ${status}: ${reasonOf(text)}`);
    if (status >= 400) throw new ClusterRefusal(status, reasonOf(text));
    node.restsUntil = 0;
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(({ pool }) => pool.destroy()));
  }
}

class PartialAnswer extends Error {}

export interface IndexHit {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Names, or scores by name where these are asked for. */
  readonly matched_queries?: readonly string[] | Readonly<Record<string, number>>;
}

export interface IndexAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number; readonly failed: number };
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly IndexHit[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly suggest?: Readonly<Record<string, readonly { readonly options: readonly SuggestedTerm[] }[]>>;
}

export interface SuggestedTerm {
  readonly text: string;
  readonly freq: number;
}

interface Buckets {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

export function bucketsOf({ aggregations }: IndexAnswer, name: string): Buckets['buckets'] {
  return (aggregations?.[name] as Buckets | undefined)?.buckets ?? [];
}

/** Escapes signs of Lucene's regular expressions. */
export const escaped = (text: string): string => text.replaceAll(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, String.raw`\$&`);

/** If a node dies, a response may look complete and have fewer hits. */
function checkWhole({ timed_out, _shards }: IndexAnswer): void {
  if (timed_out || _shards.failed > 0 || _shards.successful < _shards.total)
    throw new PartialAnswer(`Only ${_shards.successful} of ${_shards.total} shards answered.`);
}

/** With the options of the URL. Throws `SearchDownError` without a whole response. */
export function askIndex(cluster: Cluster, index: string, body: object, options = ''): Promise<IndexAnswer> {
  const path = `${index}/_search?allow_partial_search_results=false&search_type=dfs_query_then_fetch${options}`;
  return cluster.search({ method: 'POST', path, body }, checkWhole);
}

interface Failure {
  readonly error: { readonly reason?: string };
  readonly status: number;
}

function checkAnswered(answer: IndexAnswer | Failure): void {
  if (!('error' in answer)) return checkWhole(answer);
  const { status, error } = answer;
  const reason = error.reason ?? 'it gave no reason';
  if (passingStatuses.has(status) || status === 500) throw new PartialAnswer(`OpenSearch could not search: ${reason}`);
  throw new ClusterRefusal(status, reason);
}

export interface SearchedShards {
  readonly index: string;
  readonly shardCount: number;
}

/**
 * Searches as texts, in one request. Those of the same words are of the same copies of the shards, so that equal scores are in the same
 * order on all pages. Throws `SearchDownError` if a response isn't whole.
 */
export async function askAll(
  cluster: Cluster,
  { index, shardCount }: SearchedShards,
  searches: readonly string[],
  words: string,
): Promise<readonly IndexAnswer[]> {
  const header = JSON.stringify({
    allow_partial_search_results: false,
    preference: `words ${words}`,
    // Words are as rare as in all shards.
    ...(shardCount > 1 && { search_type: 'dfs_query_then_fetch' }),
  });
  const body = searches.map((search) => `${header}\n${search}\n`).join('');
  const call = { method: 'POST', path: `${index}/_msearch`, body } as const;
  type Answers = { readonly responses: readonly (IndexAnswer | Failure)[] };
  const { responses } = await cluster.search<Answers>(call, (answers) => answers.responses.forEach(checkAnswered));
  return responses as readonly IndexAnswer[];
}
