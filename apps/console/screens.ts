import { analytics } from './screens/analytics.ts';
import { data } from './screens/data.ts';
import { project } from './screens/project.ts';
import type { Screen, Section } from './screens/screen.ts';
import { searchPreview } from './screens/search-preview.ts';
import { searchSettings } from './screens/search-settings.ts';
import { server } from './screens/server.ts';
import { shop } from './screens/shop.ts';
import { start } from './screens/start.ts';

/** The menu: its sections and their screens, in its order. */
export const sections: readonly Section[] = [start, analytics, searchSettings, searchPreview, data, shop, project, server];

/** Every screen behind sign-in: its address, who may open it, where it stands in the menu and where its page is. */
export const screens: readonly Screen[] = sections.flatMap((section) => section.screens);
