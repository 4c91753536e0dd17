import { createQueryClient } from '#ui/calls/queries.ts';

/** What the console knows from the server. It ends with the page: another person or project reloads the page. */
export const queryClient = createQueryClient();
