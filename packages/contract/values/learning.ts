/** How far visitors' choices may move items. */
export const learnings = ['off', 'careful', 'strong'] as const;
export type Learning = (typeof learnings)[number];

/** Scores stay between 1 ÷ this and this. */
export const learningFactors = { careful: 1.5, strong: 2 } as const;
