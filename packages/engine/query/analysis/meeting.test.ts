import { beforeAll, describe, expect, it } from 'vitest';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { planFor } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';
import { requestOf } from '#engine/testing/searched-items.ts';
import { analyserOf } from './analyser.ts';

/** Every form of a row is found by every other one. */
const same: readonly string[][] = [
  ['XR-450', 'XR 450', 'xr450', 'Xr_450', 'XR–450'],
  ['WH-1000XM4', 'wh1000xm4'],
  ['128GB', '128 gb', '128 GB'],
  ['1,5 l', '1.5l', '1.5 l', '1,5l'],
  ['42 2/3', '42 ⅔'],
  ['10x15', '10 x 15', '10×15', '10 × 15', '10X15'],
  ['10x15cm', '10 x 15 cm'],
  ['60 x 40 x 20', '60×40×20'],
  ['1/2', '½'],
  ['1/2 l', '½ l', '1/2l', '½l'],
  ['c++', 'C++'],
  ['c#', 'C#'],
  ['4k', '4 K'],
  ['.net', '.NET'],
  ['10 000 mAh', '10000mAh', '10000 mah'],
  ['4006381333931', '4 006381 333931', '4-006381-333931', '400 6381 333 931'],
  ['PlayStation', 'Play-Station'],
  ["O'Neill", 'oneill', 'O’Neill'],
  ["Levi's", 'Levi’s', 'levis', 'LEVI´S'],
  ['H&M', 'h & m'],
  ['Wi‑Fi', 'wifi', 'Wi-Fi'],
  ['note\u00adbook', 'notebook', 'NOTE\u200bBOOK'],
  ['židle', 'židlí', 'židlemi', 'zidle', 'Z\u030cIDLE'],
  ['Kärcher', 'karcher', 'KÄRCHER'],
  ['5G', '5 g'],
];
/** The query, then what it finds. */
const oneWay: readonly string[][] = [
  ['wh 1000xm4', 'WH-1000XM4', 'wh1000xm4'],
  ['10x15 cm', '10x15cm', '10 x 15 cm'],
  ['play station', 'PlayStation', 'Play-Station'],
  ['head set', 'headset'],
  ['wi fi', 'wifi', 'Wi-Fi'],
  ['o neill', "O'Neill", 'oneill'],
  ['hm', 'H&M', 'H&amp;M', 'h&amp;m'],
  ['42 2/3', '42⅔'],
];
/** No form of a row is found by another one. */
const different: readonly string[][] = [
  ['1.5 l', '15 l'],
  ['1/2', '12', '1/4'],
  ['c++', 'c#', 'c'],
  ['a+', 'a++', 'a+++'],
  ['xr-450', 'xr-45', 'xr-4500'],
  ['128gb', '128mb', '12gb'],
  ['10x15', '10x20', '1015'],
  ['42 2/3', '42 1/3'],
  ['4006381333931', '4006381333948'],
  ['10 000', '100 000', '10 001'],
  ['stůl', 'stolička'],
  ['pas', 'pasta'],
  ['židle', 'žádlo'],
];

const collection = 'forms';
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const relevance: CollectionRelevance = {
  layout: { language: 'cs', fields: [{ ...text, name: 'name' }], groupField: null },
  fields: { name: { ...defaultRelevance('name', 'text', []), wildcard: 0, fuzzy: false } },
  relevantRate: 100,
  forcesStopwords: false,
  lowersUnwanted: false,
};
const engine = scratchEngine();
const forms = [...new Set([...same, ...oneWay, ...different].flat())];

beforeAll(async () => {
  const build = await engine.build(collection, relevance.layout);
  await build.add(forms.map((name) => ({ id: name, fields: { name: `Zboží ${name}, skladem` } })));
  await build.finish();
  await engine.publish(collection, build.generation);
});

async function found(query: string): Promise<string[]> {
  const draft = draftQuery(analyserOf('cs'), [], query);
  const request = requestOf(query, { perPage: 1_000 });
  const { hits } = await engine.search(collection, planFor(draft, relevance, request));
  return hits.map((hit) => hit.item.id);
}

describe('spellings', () => {
  it.each(same.map((row) => [row]))('%j find each other', async (row) => {
    for (const query of row) {
      const ids = await found(query);
      expect(row.filter((form) => !ids.includes(form)).map((form) => `${query} doesn't find ${form}`)).toEqual([]);
    }
  });

  it.each(oneWay)('%j finds %j', async (query, ...wanted) => {
    const ids = await found(query ?? '');
    expect(wanted.filter((form) => !ids.includes(form))).toEqual([]);
  });

  it.each(different.map((row) => [row]))('%j stay apart', async (row) => {
    for (const query of row) {
      const ids = await found(query);
      expect(row.filter((form) => form !== query && ids.includes(form)).map((form) => `${query} finds ${form}`)).toEqual([]);
    }
  });
});
