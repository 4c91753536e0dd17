import { t } from '#ui/text/i18n.ts';
import { dataSourceTexts } from './data-sources.tsx';

/** The name of a data source, by what is stored of it. */
export function DataSourceName({ source }: { readonly source: string }) {
  return Object.hasOwn(dataSourceTexts, source) ? t(dataSourceTexts[source as keyof typeof dataSourceTexts].name) : source;
}
