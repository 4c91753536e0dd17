import * as z from 'zod/mini';
import type { LanguageCode } from '#contract/texts/languages.ts';
import { currentLanguage } from '#ui/text/i18n.ts';
import type { DataSource } from '#features/data/feed-settings/feed.contract.ts';
import type { TestedFeed } from '#features/data/feed-test/screen/feed-step.panel.tsx';
import { type Project, ProjectInput } from '#features/owner/projects/projects.contract.ts';
import { switchProject } from '#ui/dialog/switch-project.ts';

export const copyParameter = 'copy';

/** A feed is needed for all sources but `aisle_api`. */
export const NewProject = z.omit(ProjectInput, { time_zone: true }).check(
  z.refine((project) => project.data_source === 'aisle_api' || project.feed_url !== '', {
    path: ['feed_url'],
    error: 'required',
  }),
);

const dataSources: Readonly<Record<string, DataSource>> = {
  google: 'google',
  heureka: 'heureka',
  shoptet: 'shoptet',
  aisle: 'aisle_feed',
};

export function newProjectFrom(feed: TestedFeed | null, copied?: Project): z.input<typeof NewProject> {
  const found = feed?.found ?? null;
  return {
    name: found?.name ?? '',
    url: found?.url ?? '',
    language: (copied?.language as LanguageCode | undefined) ?? found?.language ?? (currentLanguage() === 'cs' ? 'cs' : 'en'),
    data_source: feed === null ? 'aisle_api' : (dataSources[found?.source ?? ''] ?? 'custom_feed'),
    collection: 'products',
    type: copied?.type ?? 'search_plugin',
    copy_from: copied?.id ?? null,
    feed_url: feed?.feed_url ?? '',
    file_name: feed?.file_name ?? null,
    feed_availability_url: '',
    feed_type: '',
    feed_language: '',
    feed_encoding: '',
    feed_separator: '',
    feed_headers: '',
    feed_tag_name: feed?.tag_name ?? '',
  };
}

/** Selects a new project and opens its first import, or its items if the shop sends them. */
export function openProject({ token, feed_id: feedId }: { readonly token: string; readonly feed_id: number | null }): void {
  void switchProject(token, feedId === null ? '/developer/aisle-documents' : `/data/import/edit?id=${feedId}`);
}

/** A new project gets the browser's time zone. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
