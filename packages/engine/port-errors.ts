import { keepErrorClass } from '#process-kit/failure.ts';
import { maxResultWindow } from '#engine/plan.ts';

/** Asked to publish, change or discard a generation in a state that doesn't allow it. */
export class GenerationStateError extends Error {
  override readonly name = 'GenerationStateError';
}

/** A finished generation that was asked to go live can't be read any more. What was live stays; only another build helps. */
export class GenerationDamagedError extends Error {
  override readonly name = 'GenerationDamagedError';
}

/** A name that can't be one of a collection or generation. */
export class InvalidNameError extends Error {
  override readonly name = 'InvalidNameError';
}

/** Asked for results further down than the engine sorts. */
export class ResultWindowError extends Error {
  override readonly name = 'ResultWindowError';

  constructor(end: number) {
    super(`Results up to ${end} were asked for; only the first ${maxResultWindow} are in order. Narrow the query with filters.`);
  }
}

/** The engine can't be reached or can't answer whole. Nothing is wrong with what was asked; asking again later is right. */
export class SearchDownError extends Error {
  override readonly name = 'SearchDownError';
}

/** The engine that the settings name can't be used. The message is one sentence that says what to do. */
export class EngineSettingError extends Error {
  override readonly name = 'EngineSettingError';
}

for (const errorClass of [GenerationStateError, InvalidNameError, SearchDownError]) keepErrorClass(errorClass);
