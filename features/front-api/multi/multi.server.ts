import { frontMulti } from './multi.contract.ts';
import { errors } from '#contract/errors.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { searchShop } from '#features/front-api/search/search-shop.service.ts';
import { Failure } from '#server/base/fail.ts';
import { run } from '#process-kit/work.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveMulti(front: FrontApi): void {
  const { app } = front;
  serve(app, frontMulti, async ({ searches, visitor }, caller, _upload, signal) => {
    front.noteCall(caller);
    if (!caller.hasSession) app.cache.calls.count(caller.project.id, 'multi', false);
    if (searches.length > 1) app.limits.admit('shop', caller, searches.length - 1);
    const results: Buffer[] = [];
    // Sequential, so that a call takes one place in the search queue.
    for (const search of searches) {
      results.push(between[results.length === 0 ? 'first' : 'others']);
      results.push(...(await resultOf(async () => run(searchShop(front, caller, { ...search, visitor }, signal)))));
    }
    return new WrittenAnswer([...results, end]);
  });
}

const between = { first: Buffer.from('{"results":['), others: Buffer.from(',') };
const end = Buffer.from(']}');
const answered = { before: Buffer.from('{"data":'), after: Buffer.from(',"error":null}') };

/** Errors of a search are its result; errors of the server fail the call. */
async function resultOf(answer: () => Promise<readonly Buffer[]>): Promise<readonly Buffer[]> {
  try {
    return [answered.before, ...(await answer()), answered.after];
  } catch (error) {
    if (!(error instanceof Failure) || errors[error.code].status >= 500) throw error;
    const [problem] = error.problems;
    const shown = { code: problem?.code ?? error.code, message: problem?.message ?? error.message, field: problem?.field ?? '' };
    return [Buffer.from(JSON.stringify({ data: null, error: shown }))];
  }
}
