import { keepErrorClass } from '#process-kit/channel.ts';
import { maxResultWindow } from '#engine/plan.ts';

/** The generation's state doesn't allow it. */
export class GenerationStateError extends Error {
  override readonly name = 'GenerationStateError';
}

/** Its files are damaged; the live generation stays. */
export class GenerationDamagedError extends Error {
  override readonly name = 'GenerationDamagedError';
}

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

/** The engine can't be reached or can't answer whole; retry later. */
export class SearchDownError extends Error {
  override readonly name = 'SearchDownError';
}

/** The message is one sentence that says what to do. */
export class EngineSettingError extends Error {
  override readonly name = 'EngineSettingError';
}

for (const errorClass of [GenerationStateError, InvalidNameError, SearchDownError]) keepErrorClass(errorClass);
