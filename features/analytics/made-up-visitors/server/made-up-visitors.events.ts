import { eventKind } from '#server/events.ts';
import type { ProjectScope } from '#server/db/project-table.ts';

/** A sample shop has a month of visitors that nobody was. */
export const visitorsMadeUp = eventKind<ProjectScope>('visitors made up');
