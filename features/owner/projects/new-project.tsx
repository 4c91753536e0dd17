import * as z from 'zod/mini';
import { requiredText } from '#contract/fields.ts';
import { ProjectInput } from './projects.contract.ts';

const { name, url, language, data_source, copy_from, file_name, feed_type, feed_encoding, feed_separator, feed_headers } =
  ProjectInput.shape;

/** What the dialog asks for. All its data sources are feeds, so one is needed. */
export const NewProject = z.object({
  name,
  url,
  language,
  data_source,
  copy_from,
  feed_url: requiredText('required', 2000),
  file_name,
  feed_type,
  feed_encoding,
  feed_separator,
  feed_headers,
});
