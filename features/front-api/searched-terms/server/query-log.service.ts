import { maximumCategoryLength } from '#contract/limits.ts';
import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { type LanguageCode, languageCodes } from '#contract/texts/languages.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { queryLogStore } from './query-log.store.ts';
import { queryTracker } from './query-tracker.ts';
import { networkOf } from './shown-lists.store.ts';
import { queryAsked, type NotedQuery } from './searched-terms.events.ts';
import { visitorHash } from '#features/front-api/server/visitors.service.ts';
import type { App } from '#server/app/app.ts';
import { countAttempts } from '#server/limits/attempts.ts';
import { rollUpDays } from '#server/stats/roll-up.ts';
import { maskedEMail, maskedNumber } from '#features/front-api/searched-terms/masked-queries.contract.ts';

/** For @ and dots: `jan(at)novak.cz`, `jan zavináč novak tečka cz`. */
const atWord = 'at|zavin[aá][cč]|ma[lł]pa';
const dotWord = 'dot|te[cč]ka|bodka|kropka';

/** In brackets, or as a word. */
const written = (word: string): string => `\\s*[([{<]\\s*(?:${word})\\s*[)\\]}>]\\s*|\\s+(?:${word})\\s+`;
const atSign = '[@＠﹫]';
const at = `(?:\\s*${atSign}\\s*|${written(`${atSign}|${atWord}`)})`;
// Unambiguous, to avoid exponential backtracking.
const dot = `(?:\\.|${written(`\\.|${dotWord}`)})`;
const part = `[^\\s()[\\]{}<>@＠﹫.]+`;
const writtenEMail = new RegExp(`${part}(?:${dot}${part})*${at}${part}(?:${dot}${part})*${dot}\\p{L}{2,}`, 'giu');

/** Also incomplete ones. */
const eMail = /\S+[@＠﹫]\S+/g;

/** Nine or more digits: phones, cards, accounts. May mask long product codes. */
const longNumber = /\+?\p{Nd}(?:[ ()./_–—-]{0,3}\p{Nd}){8,}/gu;

export const withoutPersonalData = (text: string): string =>
  text.replace(writtenEMail, maskedEMail).replace(eMail, maskedEMail).replace(longNumber, maskedNumber);

/** Lost at most by a kill. */
export const writeEveryMilliseconds = 1_000;
const keptDaysOfUses = 30;
const forgetEveryMilliseconds = 6 * 60 * 60 * 1_000;

/** Longer queries are pasted. */
const longestTermLength = 100;

/** Limits per address, which many visitors may share. */
const queriesPerAddressAndTerm = 5;
export const queriesPerAddress = 2_000;
const addressWindowSeconds = 60 * 60;

/** `cs-CZ` is Czech; unknown codes are the project's language. */
function languageOf(said: string, usual: string): string {
  const code = said.toLowerCase().split(/[-_]/, 1)[0];
  return languageCodes.includes(code as LanguageCode) ? (code as LanguageCode) : usual;
}

export function queryLog(app: Pick<App, 'db' | 'sealing' | 'settings'>, now: () => number = Date.now) {
  const store = queryLogStore(app.db, now);
  const tracker = queryTracker(now);
  const perAddress = countAttempts({ maximum: queriesPerAddress, windowSeconds: addressWindowSeconds, now });
  const perTerm = countAttempts({ maximum: queriesPerAddressAndTerm, windowSeconds: addressWindowSeconds, now });

  async function write(): Promise<void> {
    const entries = tracker.take();
    if (entries.length === 0) return;
    try {
      await store.add(entries);
    } catch (error) {
      tracker.giveBack(entries);
      throw error;
    }
  }

  return {
    /** Entries that fail are kept for the next time. */
    write,
    async forget(signal: AbortSignal): Promise<void> {
      await rollUpDays(app.db, signal, now());
      if (signal.aborted) return;
      const daysAgo = (days: number): string => addDays(dayOf(now(), defaultTimeZone), -days);
      await store.forgetBefore(daysAgo(app.settings.rawDays));
      await store.forgetUsesBefore(daysAgo(keptDaysOfUses));
    },
    /** Never throws. */
    note(noted: NotedQuery): void {
      const { caller } = noted;
      const { project, address, isShopServer } = caller;
      const isCategory = noted.resultObject === 'catalog';
      const term = isCategory ? noted.query : withoutPersonalData(normaliseQuery(noted.query)).trim();
      if (term === '' || term.length > (isCategory ? maximumCategoryLength : longestTermLength)) return;
      const isLeft = (): boolean =>
        perTerm.isLeft(JSON.stringify([project.id, address, noted.resultObject, term])) &&
        perAddress.isLeft(JSON.stringify([project.id, address]));
      if (!isShopServer && !isLeft()) return;
      const happenedAt = now();
      const day = dayOf(happenedAt, project.timeZone);
      const { queryId, resultObject, collectionId, itemCount, foundAs } = noted;
      tracker.log({
        queryId,
        resultObject,
        collectionId,
        itemCount,
        foundAs: foundAs && withoutPersonalData(foundAs),
        happenedAt,
        day,
        term,
        projectId: project.id,
        language: languageOf(noted.language, project.language),
        tookMilliseconds: noted.tookMilliseconds,
        visitorHash: visitorHash(app, caller, noted.visitor, day),
        uses: noted.rules,
        list: noted.list,
        experiment: noted.experiment ?? null,
        network: isShopServer ? null : networkOf(address),
      });
    },
  };
}
export function logQueries(app: App): void {
  const log = queryLog(app);
  app.jobs.repeat('queries of visitors', writeEveryMilliseconds, log.write);
  app.jobs.repeat('old queries of visitors', forgetEveryMilliseconds, log.forget);
  app.http.addHook('onClose', log.write);
  app.events.on(queryAsked, async (noted) => log.note(noted));
}
