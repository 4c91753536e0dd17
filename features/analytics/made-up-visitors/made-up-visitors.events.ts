import { eventKind } from '#server-kit/events.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';

/** A sample shop has a month of visitors that nobody was. */
export const visitorsMadeUp = eventKind<ProjectScope>('visitors made up');
