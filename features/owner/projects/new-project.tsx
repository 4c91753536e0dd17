import * as z from 'zod/mini';
import { ProjectInput } from './projects.contract.ts';

const {
  name,
  url,
  language,
  data_source,
  copy_from,
  feed_url,
  file_name,
  feed_availability_url,
  feed_type,
  feed_language,
  feed_encoding,
  feed_separator,
  feed_headers,
} = ProjectInput.shape;

/** What the dialog asks for. A feed is needed for all data sources but the one that is sent to us. */
export const NewProject = z
  .object({
    name,
    url,
    language,
    data_source,
    copy_from,
    feed_url,
    file_name,
    feed_availability_url,
    feed_type,
    feed_language,
    feed_encoding,
    feed_separator,
    feed_headers,
  })
  .check(
    z.refine((project) => project.data_source === 'aisle_api' || project.feed_url !== '', {
      path: ['feed_url'],
      error: 'required',
    }),
  );
