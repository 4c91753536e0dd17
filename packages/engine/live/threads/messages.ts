import type { TakenState } from '#engine/index/changes/tail-files.ts';
import type { GenerationParts } from '#engine/search/generation/generation-parts.ts';
import type { QuestionName } from '#engine/search/generation/questions.ts';
import type { GenerationFacts } from './served-generation.ts';

/** What a search thread is asked for. Generations are called by numbers that the asking side gave them. */
export type ThreadTask =
  | { readonly kind: 'open'; readonly generation: number; readonly parts: GenerationParts }
  | { readonly kind: 'follow'; readonly generation: number; readonly state: TakenState }
  | { readonly kind: 'prepareAs'; readonly generation: number; readonly other: number }
  | { readonly kind: 'ask'; readonly generation: number; readonly name: QuestionName; readonly rest: readonly unknown[] }
  | { readonly kind: 'close'; readonly generation: number }
  | { readonly kind: 'end' };

/** What the thread holds of the generation beside the bytes that threads share. */
interface Held {
  readonly heldBytes: number;
}
/** The facts of a generation that was opened or followed, the answer to a question. */
export type ThreadResult = (Held & GenerationFacts) | (Held & { readonly answer: unknown }) | null;
