import { ProjectFilePage } from '#features/owner/project-file/screen/project-file.page.tsx';
import { releasedKinds } from './released-kinds.ts';

/** What a file changes is told as releases tell it, by rows of all features. */
export default function ProjectFile() {
  return <ProjectFilePage kinds={releasedKinds} />;
}
