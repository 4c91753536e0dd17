import { analytics } from './screens/analytics.ts';
import { data } from './screens/data.ts';
import type { Screen, Section } from './screens/screen.ts';
import { project } from './screens/project.ts';
import { searchPreview } from './screens/search-preview.ts';
import { searchSettings } from './screens/search-settings.ts';
import { server } from './screens/server.ts';
import { shop } from './screens/shop.ts';
import { start } from './screens/start.ts';

export const sections: readonly Section[] = [start, analytics, searchSettings, searchPreview, data, shop, project, server];

const all = [
  ...start.screens,
  ...analytics.screens,
  ...searchSettings.screens,
  ...searchPreview.screens,
  ...data.screens,
  ...shop.screens,
  ...project.screens,
  ...server.screens,
] as const;
export type Screens = typeof all;
export const screens: readonly Screen[] = all;
