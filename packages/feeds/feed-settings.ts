export const feedTypes = ['xml', 'csv', 'json'] as const;
export type FeedType = (typeof feedTypes)[number];

export type FeedSource = 'google' | 'heureka' | 'shoptet' | 'aisle' | 'custom';

/** null: detect. */
export interface FeedSettings {
  readonly type: FeedType | null;
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly headers: string | null;
  readonly tagName: string | null;
  readonly contentType: string | null;
  readonly address?: string | null;
  readonly siteAddress?: string | null;
  /** The project’s, ISO 4217. */
  readonly currency?: string | null;
  /** ISO 639-1. Decides the legacy encoding. */
  readonly language: string | null;
  readonly receivedBytes?: () => number;
}
