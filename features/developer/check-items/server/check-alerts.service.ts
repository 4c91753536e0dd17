import { noPlace } from '#contract/texts/message-texts.ts';
import { type Check, type CheckItemInput, isOnAlert } from '#features/developer/check-items/check-items.contract.ts';
import { checkItemStore } from './check-items.store.ts';
import type { ItemPlace } from './item-place.service.ts';
import { endMessage, isTold, raiseMessage, toldSubjects } from '#features/general/messages/server/messages.service.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';

const kind = 'checkItemRed';
/** Of one run, so many alerts are mailed: after a bad import every item may be on alert, and the bell tells them all. */
const mailedAlerts = 3;

interface Checked {
  readonly collectionId: number;
  readonly item: CheckItemInput & { readonly id: number };
  readonly name: string;
  readonly before: Pick<Check, 'position'> | null;
  readonly place: ItemPlace;
}

const prefix = 'checkItem:';
const aboutItem = (id: number): string => `${prefix}${id}`;

/** What isn't watched any more is no alert, however it went: by hand, with its collection, or by the file of its project. */
export async function endAlertsOfGone(app: App): Promise<void> {
  for (const [id, alerts] of Map.groupBy(await toldSubjects(app, kind), ({ project }) => project.id)) {
    const itemIds = alerts.map(({ about }) => Number(about.slice(prefix.length)));
    const there = await checkItemStore(app.db).collectionOf({ id }, itemIds);
    for (const itemId of itemIds) if (!there.has(itemId)) await endMessage(app, { id }, kind, aboutItem(itemId));
  }
}

/** Tells the people of a project which items turned red: once, until they are as people want them again. */
export function alertedRun(app: App, project: ProjectScope) {
  let mailedCount = 0;
  return {
    async tell({ collectionId, item, name, before, place }: Checked): Promise<void> {
      const about = aboutItem(item.id);
      if (!isOnAlert(place.position, item.alert_above)) return endMessage(app, project, kind, about);
      if (await isTold(app, project, kind, about)) return;
      const isMailed = mailedCount < mailedAlerts;
      if (isMailed) mailedCount += 1;
      await raiseMessage(app, project, {
        kind,
        about,
        details: {
          item: name,
          query: item.term,
          beforePlace: before === null ? '–' : (before.position ?? noPlace),
          nowPlace: place.position ?? noPlace,
        },
        failure: null,
        address: `/developer/check-items?c=${collectionId}&show=${item.id}`,
        isMailed,
      });
    },
  };
}
export type AlertedRun = ReturnType<typeof alertedRun>;
