import { previewName } from '#contract/preview-link.ts';

const ended = 'off';

/**
 * The secret of a preview link that was opened in this browser; null in the browsers of customers. It is kept where no cookie is needed, until
 * a link with `off` in its place is opened.
 */
export function previewOf(address: string, storage: () => Storage = () => localStorage): string | null {
  const given = new URL(address).searchParams.get(previewName);
  try {
    if (given === ended) storage().removeItem(previewName);
    else if (given) storage().setItem(previewName, given);
    return storage().getItem(previewName);
  } catch {
    // The browser keeps nothing for this page.
    return given === ended ? null : given;
  }
}
