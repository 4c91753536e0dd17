import { frontSearch } from './search.contract.ts';
import { searchShop } from './search-shop.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveSearch(front: FrontApi): void {
  serve(front.app, frontSearch, async (input, caller, _upload, signal) => {
    front.noteCall(caller);
    return new WrittenAnswer(await searchShop(front, caller, input, signal));
  });
}
