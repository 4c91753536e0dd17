import { clusterFor, demandOf, type Fleet, type Machine, mostShops, perSearchMs, searchesPerSecond } from './demand.ts';

const machines: readonly Machine[] = [
  { processors: 2, memoryGigabytes: 8, diskGigabytes: 100 },
  { processors: 4, memoryGigabytes: 16, diskGigabytes: 200 },
  { processors: 8, memoryGigabytes: 32, diskGigabytes: 400 },
  { processors: 32, memoryGigabytes: 128, diskGigabytes: 2_000 },
];
const kinds: readonly Omit<Fleet, 'shops'>[] = [
  { itemsPerShop: 5_000, searchesPerDay: 2_000 },
  { itemsPerShop: 20_000, searchesPerDay: 20_000 },
  { itemsPerShop: 200_000, searchesPerDay: 100_000 },
  { itemsPerShop: 1_000_000, searchesPerDay: 1_000_000 },
];
const fleets: readonly Fleet[] = [
  { shops: 1, itemsPerShop: 20_000, searchesPerDay: 20_000 },
  { shops: 10, itemsPerShop: 20_000, searchesPerDay: 500_000 },
  { shops: 100, itemsPerShop: 20_000, searchesPerDay: 5_000_000 },
  { shops: 1_000, itemsPerShop: 20_000, searchesPerDay: 50_000_000 },
  { shops: 10_000, itemsPerShop: 20_000, searchesPerDay: 200_000_000 },
  { shops: 10_000, itemsPerShop: 20_000, searchesPerDay: 1_000_000_000 },
];

const number = (value: number): string => Math.round(value).toLocaleString('en');
/** Two digits are more than is known. */
const rough = (value: number): string => (value >= 10 ? number(value) : String(Number(value.toPrecision(2))));
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** How many shops of a kind a machine carries through Black Friday. */
const oneMachine = (): string =>
  table(
    [
      'machine',
      ...kinds.map(
        ({ itemsPerShop, searchesPerDay }) => `${number(itemsPerShop)} items, ${number(searchesPerDay)} searches a day`,
      ),
    ],
    machines.map((machine) => [
      `${machine.processors} processors, ${machine.memoryGigabytes} GB, disk ${machine.diskGigabytes} GB`,
      ...kinds.map((kind) => {
        const { shops, bottleneck } = mostShops(machine, kind);
        return `${number(shops)} (${bottleneck})`;
      }),
    ]),
  );

/** What fleets ask for on Black Friday, and how that could be met. */
const manyMachines = (): string =>
  table(
    [
      'shops',
      'searches a day',
      'a second: average, busiest hour, Black Friday',
      'processors',
      'call threads',
      'memory',
      'disk',
      'installations of one server',
      'or one cluster: servers, processors of OpenSearch',
    ],
    fleets.map((fleet) => {
      const { average, busiest, blackFriday } = searchesPerSecond(fleet);
      const { processors, callThread, memoryGigabytes, diskGigabytes } = demandOf(fleet);
      const { servers, openSearchProcessors } = clusterFor(fleet);
      return [
        number(fleet.shops),
        number(fleet.searchesPerDay),
        [average, busiest, blackFriday].map(rough).join(', '),
        rough(processors),
        rough(callThread),
        `${rough(memoryGigabytes)} GB`,
        `${rough(diskGigabytes)} GB`,
        number(Math.max(1, Math.ceil(callThread))),
        `${number(servers)}, ${number(openSearchProcessors)}`,
      ];
    }),
  );

const perSearch = (): string =>
  `One search with what is completed while it is typed: ${perSearchMs.all.toFixed(2)} ms of a processor, ${perSearchMs.callThread.toFixed(2)} ms of them in the thread that answers calls.`;

/** What docs/scaling.md has between marks, by the name in the mark. */
const parts: Readonly<Record<string, () => string>> = {
  'per search': perSearch,
  'one machine': oneMachine,
  'many machines': manyMachines,
};

/** The page with its computed parts computed anew. Throws where it lacks one. */
export function withTables(page: string): string {
  let text = page;
  for (const [name, make] of Object.entries(parts)) {
    const [before, rest] = text.split(`<!-- computed: ${name} -->`);
    const after = rest?.split('<!-- end -->');
    if (!after || after.length < 2)
      throw new Error(`docs/scaling.md needs <!-- computed: ${name} --> and <!-- end --> after it.`);
    text = `${before}<!-- computed: ${name} -->\n\n${make()}\n\n<!-- end -->${after.slice(1).join('<!-- end -->')}`;
  }
  return text;
}
