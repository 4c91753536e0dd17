import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';

/** Whether people sign in with passwords. Where the provider alone lets them in, nobody has one. True until it is known. */
export const useTakesPasswords = (): boolean => useQuery(query(readSignUpRules, {})).data?.takes_passwords !== false;
