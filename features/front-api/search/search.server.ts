import { frontSearch } from './search.contract.ts';
import { searchShop } from './search-shop.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { after, run } from '#process-kit/work.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveSearch(front: FrontApi): void {
  serve(front.app, frontSearch, (input, caller, _upload, signal) => {
    front.noteCall(caller);
    return after(run(searchShop(front, caller, input, signal)), (json) => new WrittenAnswer(json));
  });
}
