import { createQueryClient } from '#console-kit/calls/queries.ts';

/** What the console knows from the server. It ends with the page: another person or project loads the page anew. */
export const queryClient = createQueryClient();
