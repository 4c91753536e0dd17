import { ProjectFilePage } from '#features/owner/project-file/screen/project-file.page.tsx';
import { releasedKinds } from './released-kinds.ts';

export default function ProjectFile() {
  return <ProjectFilePage kinds={releasedKinds} />;
}
