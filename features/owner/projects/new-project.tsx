import * as z from 'zod/mini';
import { ProjectInput } from './projects.contract.ts';

/** Of the address: the id of the project that the new one begins as a copy of. */
export const copyParameter = 'copy';

/** What the dialog asks for. A feed is needed for all data sources but the one that is sent to us. */
export const NewProject = z.omit(ProjectInput, { time_zone: true }).check(
  z.refine((project) => project.data_source === 'aisle_api' || project.feed_url !== '', {
    path: ['feed_url'],
    error: 'required',
  }),
);
