import { type Alternative, isAskedFor, type Plan, type SearchField } from '#engine/plan.ts';
import { isStemmed, spaceOf, type ResolvedGroup } from './clauses.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import { maxFieldTokens } from '#engine/index/limits.ts';
import { prefixTerms } from '#engine/search/scoring/prefix-lists.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { scoreUnit } from '#engine/search/scoring/weighting.ts';

export interface PhraseField {
  readonly field: number;
  readonly name: string;
  readonly searched: SearchField;
  readonly units: Int32Array;
}

const buffer = new Uint32Array(maxFieldTokens);

export function groupIdf(group: ResolvedGroup): number {
  return group.clauses[0]?.idf ?? 0;
}

export function phraseFields(generation: SearchedGeneration, plan: Plan, groups: readonly ResolvedGroup[]): PhraseField[] {
  if (groups.length < 2) return [];
  const found: PhraseField[] = [];
  for (const searched of plan.fields) {
    const field = generation.fieldNames.indexOf(searched.name);
    if (field < 0 || searched.phraseWeight <= 0) continue;
    const units = Int32Array.from({ length: groups.length - 1 }, (_, pair) => {
      if (searched.phraseCheck === true && !(plan.knownPairs ?? []).includes(pair)) return 0;
      const idf = (groupIdf(groups[pair]!) + groupIdf(groups[pair + 1]!)) / 2;
      return Math.min(2 ** 28, Math.round((searched.phraseWeight * idf) / scoreUnit));
    });
    if (units.some((unit) => unit > 0)) found.push({ field, name: searched.name, searched, units });
  }
  return found;
}

export function mostPhraseUnits(fields: readonly PhraseField[], mask: number): number {
  let pairs = mask & (mask >> 1);
  let sum = 0;
  for (let pair = 0; pairs !== 0; pair++, pairs >>= 1) {
    if ((pairs & 1) === 1) for (const field of fields) sum += field.units[pair]!;
  }
  return sum;
}

interface Placed {
  readonly alternative: Alternative;
  readonly bit: number;
}

class OwnMarks {
  readonly ranks = new Map<number, number>();
  readonly stems = new Map<number, number>();

  constructor(segment: Segment, placed: readonly Placed[]) {
    for (const { alternative, bit } of placed) {
      const marks = isStemmed(alternative) ? this.stems : this.ranks;
      for (const place of placesOf(segment, alternative)) marks.set(place, (marks.get(place) ?? 0) | bit);
    }
  }
}

function placesOf(segment: Segment, alternative: Alternative): number[] {
  const text = Buffer.from(alternative.terms[0] ?? '');
  const space = spaceOf(segment, alternative);
  if (alternative.kind === 'prefix') return prefixTerms(segment, space, text).map((term) => segment.rankOfTerm[term]!);
  const found = space.texts.find(text);
  if (found < 0) return [];
  return [isStemmed(alternative) ? found : segment.rankOfTerm[found]!];
}

/** Marks the segment's terms, so `close` it before the next. */
export class PhraseFinder {
  readonly #segment: Segment;
  readonly #markedRanks: number[] = [];
  readonly #markedStems: number[] = [];
  readonly #own = new Map<number, OwnMarks>();

  constructor(segment: Segment, groups: readonly ResolvedGroup[], fields: readonly PhraseField[]) {
    this.#segment = segment;
    const placed = groups.flatMap(({ clauses }, index) =>
      clauses.flatMap(({ alternative }): Placed[] => (alternative.terms.length === 1 ? [{ alternative, bit: 1 << index }] : [])),
    );
    for (const { alternative, bit } of placed) this.#mark(alternative, bit);
    for (const { field, searched } of fields) {
      const { isStemmed: hasStems } = segment.meta.fields[field]!;
      const asked = placed.filter(
        ({ alternative }) => isAskedFor(searched, alternative) && (hasStems || !isStemmed(alternative)),
      );
      if (asked.length < placed.length) this.#own.set(field, new OwnMarks(segment, asked));
    }
  }

  #mark(alternative: Alternative, bit: number): void {
    const { groupsOfStem, groupsOfRank } = this.#segment;
    const [marks, marked] = isStemmed(alternative) ? [groupsOfStem, this.#markedStems] : [groupsOfRank, this.#markedRanks];
    for (const place of placesOf(this.#segment, alternative)) {
      marks[place]! |= bit;
      marked.push(place);
    }
  }

  close(): void {
    for (const rank of this.#markedRanks) this.#segment.groupsOfRank[rank] = 0;
    for (const stem of this.#markedStems) this.#segment.groupsOfStem[stem] = 0;
  }

  pairs(doc: number, field: number): number {
    const count = this.#segment.forward(doc, field, buffer);
    const { stemOfRank: stems, groupsOfRank, groupsOfStem } = this.#segment;
    const hasStems = stems.length > 0;
    const own = this.#own.get(field);
    if (own !== undefined) return this.#ownPairs(own, count);
    let before = 0;
    let found = 0;
    for (let at = 0; at < count; at++) {
      const rank = buffer[at]!;
      const groups = groupsOfRank[rank]! | (hasStems ? groupsOfStem[stems[rank]!]! : 0);
      found |= before & (groups >> 1);
      before = groups;
    }
    return found;
  }

  #ownPairs({ ranks, stems }: OwnMarks, count: number): number {
    const { stemOfRank } = this.#segment;
    let before = 0;
    let found = 0;
    for (let at = 0; at < count; at++) {
      const rank = buffer[at]!;
      const groups = (ranks.get(rank) ?? 0) | (stems.size > 0 ? (stems.get(stemOfRank[rank]!) ?? 0) : 0);
      found |= before & (groups >> 1);
      before = groups;
    }
    return found;
  }

  units(doc: number, mask: number, fields: readonly PhraseField[]): number {
    let sum = 0;
    for (const { field, units } of fields) {
      let pairs = this.pairs(doc, field) & mask & (mask >> 1);
      for (let pair = 0; pairs !== 0; pair++, pairs >>= 1) if ((pairs & 1) === 1) sum += units[pair]!;
    }
    return sum;
  }
}
