import type { PreviewParameters } from '#contract/search.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';

/** What a caller wants to search with; nothing where that is what is live. */
export function parsePreviewed({ release, without }: PreviewParameters): Previewed | undefined {
  if (release === 'live' && without === '') return undefined;
  const from = release === 'live' || release === 'draft' ? release : Number(release);
  const rows = without === '' ? [] : without.split(',').map((row) => row.split(':'));
  return { from, without: rows.map(([source = '', id]) => ({ source, id: Number(id) })) };
}
