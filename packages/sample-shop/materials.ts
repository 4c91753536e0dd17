import type { Both } from './line.ts';

export const materials = {
  aluminium: ['hliník', 'aluminium'],
  bamboo: ['bambus', 'bamboo'],
  castIron: ['litina', 'cast iron'],
  ceramic: ['keramika', 'ceramic'],
  cotton: ['bavlna', 'cotton'],
  denim: ['denim', 'denim'],
  down: ['peří', 'down'],
  glass: ['sklo', 'glass'],
  leather: ['kůže', 'leather'],
  linen: ['len', 'linen'],
  merino: ['merino vlna', 'merino wool'],
  nylon: ['nylon', 'nylon'],
  oak: ['dub', 'oak'],
  paper: ['papír', 'paper'],
  plastic: ['plast', 'plastic'],
  plush: ['plyš', 'plush'],
  polyester: ['polyester', 'polyester'],
  porcelain: ['porcelán', 'porcelain'],
  rubber: ['guma', 'rubber'],
  silicone: ['silikon', 'silicone'],
  stainlessSteel: ['nerezová ocel', 'stainless steel'],
  steel: ['ocel', 'steel'],
  beech: ['buk', 'beech'],
  wax: ['sójový vosk', 'soy wax'],
  wool: ['vlna', 'wool'],
} as const satisfies Record<string, Both>;

export type MaterialName = keyof typeof materials;
