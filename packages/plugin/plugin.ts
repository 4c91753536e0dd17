import { begin } from './begin.ts';

void begin(document.currentScript);
