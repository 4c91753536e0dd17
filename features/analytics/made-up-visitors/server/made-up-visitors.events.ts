import { eventKind } from '#server/base/events.ts';
import type { ProjectScope } from '#server/db/project-table.ts';

export const visitorsMadeUp = eventKind<ProjectScope>('visitors made up');
