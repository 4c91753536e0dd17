import { ReleasesPage } from '#features/search-settings/releases/screen/releases.page.tsx';
import { releasedKinds } from './released-kinds.ts';

/** Releases tell rows of all features, and a feature knows no others: the console brings them together. */
export default function Releases() {
  return <ReleasesPage kinds={releasedKinds} />;
}
