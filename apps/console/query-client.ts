import { createQueryClient } from '#ui/calls/queries.ts';

/** Ends with the page: another person or project reloads it. */
export const queryClient = createQueryClient();
