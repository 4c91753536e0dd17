/** Who may sign up. The first person always may. */
export const signUpModes = ['open', 'invited', 'off'] as const;
export type SignUpMode = (typeof signUpModes)[number];
