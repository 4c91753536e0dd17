import { type SignUpMode, signUpModes } from '#contract/sign-up-mode.ts';
import type { App } from '#server-kit/app.ts';
import { serverSettings, signUpChoice } from '#server-kit/server-settings.ts';

/** Where nobody has decided, as on a laptop that somebody tries Aisle on. */
const undecided: SignUpMode = 'open';

/** Who may sign up: as the environment says, or else as administrators have decided. */
export function signUpRules({ db, settings: { signUp } }: App) {
  const decided = serverSettings(db);
  return {
    isSetByServer: signUp !== null,
    async mode(): Promise<SignUpMode> {
      if (signUp !== null) return signUp;
      const stored = await decided.value(signUpChoice);
      return signUpModes.find((mode) => mode === stored) ?? undecided;
    },
    decide: (mode: SignUpMode): Promise<void> => decided.decide(signUpChoice, mode),
  };
}
