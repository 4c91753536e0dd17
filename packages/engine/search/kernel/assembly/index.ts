// The kernel's exports. AssemblyScript, not TypeScript: pointers are addresses in the one memory that all kernels of a generation share.
export { add, addBest, addMarked, endBest, scoreTable } from './accumulate';
export { and, bitCount, countIn, expand, expandTable, include, missesOf, or, pack, startCounting } from './bits';
export {
  clear,
  countLists,
  countSingles,
  merge,
  pick,
  tallyLists16,
  tallyLists32,
  tallySingles16,
  tallySingles32,
} from './counts';
export { copy, fill } from './fill';
export { addPlaces, expandPlaces, tallyGroups } from './groups';
export { impacts, strengthen, united } from './impacts';
export { addIndexed, addSought, indexList, mark, takeStrong } from './lookups';
export { placeAlike, placeByRank, placeByValue16, placeByValue32 } from './places';
export { gather, matched, scan } from './scan';
export { differences, fewDifferences, products } from './vectors';
