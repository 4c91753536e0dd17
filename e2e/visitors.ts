import { send } from './calls.ts';

/** A normal browser: bots aren't counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Found {
  readonly query_id: string;
  readonly items: readonly { readonly id: string }[];
}

/** Simulated visitors. */
export function visitorsOf({ url }: { readonly url: string }, token: string) {
  return {
    /** Searches as several visitors, once each; only the first few per address count. Returns the last response. */
    async search(q: string, visitors = 1): Promise<Found> {
      let found: Found | undefined;
      for (let at = 0; at < visitors; at += 1) {
        const address = `/front/search?${String(new URLSearchParams({ token, q, visitor: `visitor-${at}` }))}`;
        const response = await fetch(url + address, { headers: { 'user-agent': userAgent } });
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
        found = ((await response.json()) as { data: Found }).data;
      }
      if (!found) throw new Error('Nobody searched.');
      return found;
    },
    /** Views and clicks an item. */
    async click(itemId: string, queryId: string, position: number): Promise<void> {
      const seen = { item_id: itemId, query_id: queryId, position };
      const events = [
        { ...seen, type: 'impression' },
        { ...seen, type: 'click' },
      ];
      await send(url, { method: 'POST', path: `/front/events?token=${token}`, body: { visitor: 'visitor-0', events } });
    },
  };
}
