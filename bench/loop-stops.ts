/** The signal that asks a watched server. */
export const askForStop = 'SIGUSR2';

const form = /^The event loop was late by up to ([\d.]+) ms$/gm;

export const stopSentence = (milliseconds: number): string => `The event loop was late by up to ${milliseconds.toFixed(1)} ms`;

/** What a watched server has told so far, in milliseconds. */
export const stopsTold = (server: { output(): string }): number[] =>
  Array.from(server.output().matchAll(form), ([, milliseconds]) => Number(milliseconds));
