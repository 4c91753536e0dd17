export const feedTypes = ['xml', 'csv', 'json'] as const;
export type FeedType = (typeof feedTypes)[number];

/** Who wrote the feed, derived from its item element and fields. */
export type FeedSource = 'google' | 'heureka' | 'shoptet' | 'aisle' | 'custom';

/** What the owner said about the feed, and what its host said. null = find out. */
export interface FeedSettings {
  readonly type: FeedType | null;
  readonly encoding: string | null;
  /** One character, or `tab`. */
  readonly separator: string | null;
  /** Column names separated by commas for a CSV without a header row. */
  readonly headers: string | null;
  /** The repeated element of XML, the key of the list in JSON. */
  readonly tagName: string | null;
  /** The Content-Type header, when the feed came over HTTP. */
  readonly contentType: string | null;
  /** Where the feed came from, for addresses in it without a host. */
  readonly address?: string | null;
  /** Of the shop, as its owner has entered it, for the same. */
  readonly siteAddress?: string | null;
  /** ISO 639-1. Decides which old encoding is assumed for bytes that are not UTF-8. */
  readonly language: string | null;
  /** How many bytes have come in so far, for a feed whose packing was undone on the way already. */
  readonly receivedBytes?: () => number;
}
