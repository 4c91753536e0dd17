import { expect, test } from 'vitest';
import { assumed, limits, measured, thousandthsByHour } from './costs.ts';
import { busiestHour, clusterFor, demandOf, type Fleet, mostShops, perSearchMs, searchesPerSecond, usesOf } from './demand.ts';

const fleet: Fleet = { shops: 10, itemsPerShop: 20_000, searchesPerDay: 864_000 };
const machine = { processors: 4, memoryGigabytes: 16, diskGigabytes: 200 };
/** Every part of what a fleet needs, times a factor. */
const times = ({ shops, itemsPerShop, searchesPerDay }: Fleet, factor: number): Fleet => ({
  shops: shops * factor,
  itemsPerShop,
  searchesPerDay: searchesPerDay * factor,
});

test('a day has as many searches as its hours together', () => {
  expect(thousandthsByHour).toHaveLength(24);
  expect(thousandthsByHour.reduce<number>((sum, one) => sum + one, 0)).toBe(1000);
  expect(busiestHour).toBeCloseTo(88 / (1000 / 24));
});

test('864,000 searches a day are 10 a second, and the busiest hour of Black Friday has five times that of a usual day', () => {
  const { average, busiest, blackFriday } = searchesPerSecond(fleet);
  expect(average).toBe(10);
  expect(busiest).toBeCloseTo(10 * busiestHour);
  expect(blackFriday).toBeCloseTo(5 * busiest);
});

test('processors are those of searches at the planned use, and those of imports', () => {
  const quiet = demandOf({ ...fleet, searchesPerDay: 0 });
  // 10 × 20,000 items, four times a day, 0.18 ms each.
  expect(quiet.processors).toBeCloseTo((200_000 * 4 * 0.18) / 1000 / 86_400);
  const asked = demandOf({ ...fleet, itemsPerShop: 0 });
  expect(asked.processors).toBeCloseTo((searchesPerSecond(fleet).blackFriday * perSearchMs.all) / 500);
  expect(demandOf(fleet).processors).toBeCloseTo(quiet.processors + asked.processors);
});

test('memory is that of the processes and of every loaded item; the disk has three generations and two files of records', () => {
  const { memoryGigabytes, diskGigabytes } = demandOf(fleet);
  const own = (measured.serverMegabytes + limits.importsAtOnce * measured.importMegabytes) / 1000;
  expect(memoryGigabytes).toBeCloseTo(own + (200_000 * 585) / 1e9);
  const perItem = 1_660 * assumed.generations + measured.recordBytesPerItem * assumed.recordFiles;
  expect(diskGigabytes).toBeCloseTo((200_000 * perItem + 10 * measured.databaseBytesPerProject) / 1e9);
});

test('what a machine is too small for comes first', () => {
  const demand = demandOf(fleet);
  const small = { ...machine, memoryGigabytes: demand.memoryGigabytes / 7 };
  expect(usesOf(small, demand)[0]).toEqual(['memory', expect.closeTo(7)]);
  expect(usesOf(machine, demand).map(([, use]) => use)).toEqual(
    usesOf(machine, demand)
      .map(([, use]) => use)
      .toSorted((one, other) => other - one),
  );
});

test('a machine carries as many shops as fit, and not one more', () => {
  const one = { itemsPerShop: 20_000, searchesPerDay: 50_000 };
  const { shops, bottleneck } = mostShops(machine, one);
  const usesWith = (count: number) => usesOf(machine, demandOf({ ...one, shops: count, searchesPerDay: 50_000 * count }))[0]!;
  expect(usesWith(shops)[1]).toBeLessThanOrEqual(1);
  expect(usesWith(shops + 1)).toEqual([bottleneck, expect.closeTo(usesWith(shops + 1)[1])]);
  expect(usesWith(shops + 1)[1]).toBeGreaterThan(1);
});

test('twice as much of everything needs twice as much, but for what each server takes by itself', () => {
  const [one, two] = [demandOf(fleet), demandOf(times(fleet, 2))];
  expect(two.processors).toBeCloseTo(2 * one.processors);
  expect(two.callThread).toBeCloseTo(2 * one.callThread);
  expect(two.memoryGigabytes).toBeLessThan(2 * one.memoryGigabytes);
  expect(two.callsOfOneShop).toBeCloseTo(one.callsOfOneShop);
});

test('a cluster has a server for each call thread that is needed', () => {
  const large = times(fleet, 100);
  const { servers, openSearchProcessors } = clusterFor(large);
  expect(servers).toBe(Math.ceil(demandOf(large).callThread));
  expect(openSearchProcessors).toBeGreaterThan(servers);
});
