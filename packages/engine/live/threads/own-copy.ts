import { letGo } from '#engine/index/collect-garbage.ts';
import type { TakenState } from '#engine/index/changes/tail-files.ts';
import {
  askingUpkeep,
  followOwnAfterMs,
  makeOwnAfterMs,
  maxItemsBehind,
  maxOwnCopyItems,
  maxOwnPageItems,
  maxStatesBehind,
  ownCopyAfterQuestions,
} from '#engine/index/limits.ts';
import type { GenerationParts } from '#engine/search/generation/generation-parts.ts';
import { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { QuestionArguments, QuestionName } from '#engine/search/generation/questions.ts';
import { type WeightKind, weightKindOf } from '#engine/search/plain/weighting.ts';
import type { Plan, SearchField } from '#engine/plan.ts';
import type { DraftedQuery } from '#engine/port.ts';

export interface OwnCopyOptions {
  /** A copy is made some time after so many questions were asked by searches that were alone. */
  readonly afterQuestions: number;
  readonly makeAfterMs: number;
  /** It follows changes so long after the first of them. */
  readonly followAfterMs: number;
}

const usual: OwnCopyOptions = {
  afterQuestions: ownCopyAfterQuestions,
  makeAfterMs: makeOwnAfterMs,
  followAfterMs: followOwnAfterMs,
};

/** The plans of a question that takes some milliseconds at most; null for others. */
function plansOfQuick<Name extends QuestionName>(name: Name, [first]: QuestionArguments<Name>): readonly Plan[] | null {
  if (name === 'terms') return [];
  if (name === 'items') return (first as readonly string[]).length <= maxOwnPageItems ? [] : null;
  if (name !== 'search' && name !== 'resolve') return null;
  const plan = name === 'search' ? (first as Plan) : (first as DraftedQuery).plan;
  return plan.from + plan.size <= maxOwnPageItems ? [plan] : null;
}

interface Searched {
  readonly fields: readonly SearchField[];
  readonly kind: WeightKind;
}

function searchedBy({ groups, fields }: Plan): Searched[] {
  const kinds = groups.flatMap(({ alternatives }) => alternatives.map((one) => weightKindOf(one, fields)));
  return Array.from(new Set(kinds), (kind) => ({ fields, kind }));
}

/**
 * A generation in the thread that asks, beside those of the search threads, which have the same bytes. Waking a thread and being woken by it
 * takes longer than most searches, so one that is alone is quicker here. It is made once some searches were alone, follows changes a moment
 * after they came, and is let go where too many come: the threads answer meanwhile.
 */
export class OwnCopy {
  readonly #options: OwnCopyOptions;
  /** null where there is never a copy, or none any more. */
  #parts: GenerationParts | null;
  #generation: LoadedGeneration | null = null;
  #bytes = 0;
  #askedCount = 0;
  /** That searches filter, count or sort by, until it is made. */
  readonly #fields = new Set<string>();
  /** Whether they collapse items, until it is made. */
  #collapses = false;
  /** By what they say: the weights that searches have, until it is made. */
  readonly #searched = new Map<string, Searched>();
  /** What it has not followed yet. */
  #behind: TakenState[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Ends when it is as it should be. */
  #work: Promise<void> | null = null;

  constructor(parts: GenerationParts, options = usual) {
    this.#options = options;
    this.#parts = parts.manifest.itemCount > maxOwnCopyItems ? null : parts;
  }

  /** What searches had made of it when it was asked last. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What answers this question of a search that is alone; null where the threads have to. */
  answering<Name extends QuestionName>(name: Name, rest: QuestionArguments<Name>): LoadedGeneration | null {
    const plans = plansOfQuick(name, rest);
    if (plans === null || this.#parts === null) return null;
    if (this.#generation === null) this.#note(plans);
    if (this.#generation === null || this.#work !== null || this.#behind.length > 0) return null;
    this.#bytes = this.#generation.heldBytes;
    return this.#generation;
  }

  #note(plans: readonly Plan[]): void {
    for (const { field } of plans.flatMap(({ filters, facets, sort }) => [...filters, ...facets, ...sort]))
      this.#fields.add(field);
    this.#collapses ||= plans.some(({ collapse }) => collapse);
    for (const searched of plans.flatMap(searchedBy)) this.#searched.set(JSON.stringify(searched), searched);
    if ((this.#askedCount += 1) >= this.#options.afterQuestions) this.#timer ??= this.#soon(this.#options.makeAfterMs);
  }

  #soon(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      void this.#become();
    }, milliseconds).unref();
  }

  /** Nothing is answered here until the change is followed, as the next question has to be answered with it. */
  follow(state: TakenState): void {
    if (this.#parts === null) return;
    this.#behind.push(state);
    const changedItems = state.newest - (this.#generation?.changeNumber ?? 0);
    if (this.#behind.length > maxStatesBehind || changedItems > maxItemsBehind) return this.close();
    if (this.#generation !== null) this.#timer ??= this.#soon(this.#options.followAfterMs);
  }

  /** Makes it, or follows what it is behind. The threads go on where it can't. */
  #become(): Promise<void> {
    this.#work ??= this.#made()
      .catch(() => this.close())
      .finally(() => (this.#work = null));
    return this.#work;
  }

  async #made(): Promise<void> {
    if (this.#parts === null) return;
    const generation = (this.#generation ??= new LoadedGeneration(this.#parts, askingUpkeep));
    await generation.prepareColumns(this.#fields);
    // A search thread would answer quicker than a copy that hasn't prepared what it has.
    for (const { fields, kind } of this.#searched.values()) await generation.prepareImpacts(fields, kind);
    if (this.#collapses) await generation.prepareGroupOrder();
    this.#searched.clear();
    for (let state = this.#behind.shift(); state !== undefined; state = this.#behind.shift()) await generation.follow(state);
  }

  close(): void {
    clearTimeout(this.#timer);
    const [generation, work, parts] = [this.#generation, this.#work, this.#parts];
    // V8 counts the memory of a kernel.
    if (parts?.kernelMemory === null)
      letGo(
        parts.segments.reduce((sum, { length }) => sum + length, 0),
        askingUpkeep,
      );
    this.#generation = null;
    this.#parts = null;
    this.#bytes = 0;
    this.#behind = [];
    generation?.stopPreparing();
    if (work === null) generation?.close();
    else void work.then(() => generation?.close());
  }
}
