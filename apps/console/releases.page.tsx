import { ReleasesPage } from '#features/search-settings/releases/screen/releases.page.tsx';
import { releasedKinds } from './released-kinds.ts';

export default function Releases() {
  return <ReleasesPage kinds={releasedKinds} />;
}
