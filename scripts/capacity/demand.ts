import { assumed, limits, measured, thousandthsByHour } from './costs.ts';

/** Shops that are alike. */
export interface Fleet {
  readonly shops: number;
  readonly itemsPerShop: number;
  /** Of all shops together, on a usual day. */
  readonly searchesPerDay: number;
}

export interface Machine {
  readonly processors: number;
  readonly memoryGigabytes: number;
  readonly diskGigabytes: number;
}

const daySeconds = 24 * 60 * 60;
const gigabyte = 1e9;

/** How many times as much comes in the busiest hour as on average. */
export const busiestHour: number = Math.max(...thousandthsByHour) * (24 / 1000);

/** What comes a second: on average, in the busiest hour of a usual day, and in that of Black Friday. */
export function searchesPerSecond({ searchesPerDay }: Fleet): { average: number; busiest: number; blackFriday: number } {
  const average = searchesPerDay / daySeconds;
  const busiest = average * busiestHour;
  return { average, busiest, blackFriday: busiest * assumed.blackFriday };
}

/** Processor time of one search with what is completed while it is typed, in milliseconds: of all threads, and of the one that answers calls. */
export const perSearchMs = {
  all: measured.searchMs + assumed.completionsPerSearch * measured.completionMs,
  callThread: measured.searchMs * assumed.callThreadShare + assumed.completionsPerSearch * measured.completionMs,
};

/** What is asked of one server that has all of the shops, on Black Friday, with the embedded engine. */
export interface Demand {
  /** Busy processors, planned so that none waits for long. */
  readonly processors: number;
  /** Of the one thread that answers calls, the share that is planned with; above 1 it can't. */
  readonly callThread: number;
  /** Of the imports that may run at once, the share that runs on average. */
  readonly imports: number;
  readonly memoryGigabytes: number;
  readonly diskGigabytes: number;
  /** Of the calls that all visitors of one shop may make in a second. */
  readonly callsOfOneShop: number;
}

export function demandOf(fleet: Fleet): Demand {
  const { shops, itemsPerShop } = fleet;
  const { blackFriday } = searchesPerSecond(fleet);
  const items = shops * itemsPerShop;
  const importing = (items * assumed.importsPerDay * measured.importedItemMs) / 1000 / daySeconds;
  const searching = (blackFriday * perSearchMs.all) / 1000;
  const indexBytes = items * measured.loadedBytesPerItem;
  const diskBytes =
    items * measured.indexBytesPerItem * assumed.generations +
    items * measured.recordBytesPerItem * assumed.recordFiles +
    shops * measured.databaseBytesPerProject;
  const megabytes = measured.serverMegabytes + limits.importsAtOnce * measured.importMegabytes;
  return {
    processors: searching / assumed.plannedUse + importing,
    callThread: (blackFriday * perSearchMs.callThread) / 1000 / assumed.plannedUse,
    imports: importing / limits.importsAtOnce,
    memoryGigabytes: (indexBytes + megabytes * 1e6) / gigabyte,
    diskGigabytes: diskBytes / gigabyte,
    callsOfOneShop: ((blackFriday / shops) * (1 + assumed.completionsPerSearch)) / limits.projectCallsPerSecond,
  };
}

export type Bottleneck = 'processors' | 'call thread' | 'imports' | 'memory' | 'disk' | 'limit of one shop';

/** How much of each thing that a machine has a demand takes, the most used first. Above 1 it is too small. */
export function usesOf(machine: Machine, demand: Demand): readonly (readonly [Bottleneck, number])[] {
  const uses: readonly (readonly [Bottleneck, number])[] = [
    ['processors', demand.processors / machine.processors],
    ['call thread', demand.callThread],
    ['imports', demand.imports],
    ['memory', demand.memoryGigabytes / machine.memoryGigabytes],
    ['disk', demand.diskGigabytes / machine.diskGigabytes],
    ['limit of one shop', demand.callsOfOneShop],
  ];
  return uses.toSorted(([, one], [, other]) => other - one);
}

/** How many shops of a kind one machine carries, and what it runs out of first. */
export function mostShops(machine: Machine, one: Omit<Fleet, 'shops'>): { shops: number; bottleneck: Bottleneck } {
  const fleet = (shops: number): Fleet => ({ ...one, shops, searchesPerDay: one.searchesPerDay * shops });
  const mostUsed = (shops: number) => usesOf(machine, demandOf(fleet(shops)))[0]!;
  let [fits, tooMany] = [0, 1];
  while (mostUsed(tooMany)[1] <= 1) [fits, tooMany] = [tooMany, tooMany * 2];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (mostUsed(middle)[1] <= 1) fits = middle;
    else tooMany = middle;
  }
  return { shops: fits, bottleneck: mostUsed(fits + 1)[0] };
}

/** What a cluster needs in which every server answers for every shop: processors of Aisle and of OpenSearch, and how many servers. */
export function clusterFor(fleet: Fleet): { servers: number; openSearchProcessors: number } {
  const { blackFriday } = searchesPerSecond(fleet);
  const itemsPerSecond = (fleet.shops * fleet.itemsPerShop * assumed.importsPerDay) / daySeconds;
  const indexing = (itemsPerSecond * measured.openSearchImportedItemMs.openSearch) / 1000;
  const searching = (blackFriday * measured.openSearchSearchMs) / 1000 / assumed.plannedUse;
  return { servers: Math.ceil(demandOf(fleet).callThread), openSearchProcessors: Math.ceil(searching + indexing) };
}
