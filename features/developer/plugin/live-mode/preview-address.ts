import { previewName } from '#contract/preview-link.ts';

/** What shows the plugin behind the address of any page that has it. */
export const previewQuery = (secret: string): string => `?${new URLSearchParams({ [previewName]: secret }).toString()}`;

/** A shop's address that shows the plugin to whoever opens it; null where the shop has none. */
export function previewLink(shop: string, secret: string): string | null {
  const url = URL.parse(shop);
  url?.searchParams.set(previewName, secret);
  return url?.href ?? null;
}
