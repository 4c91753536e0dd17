import { afterEach, vi } from 'vitest';
import { closePage } from './open-page.tsx';

afterEach(() => {
  closePage();
  vi.restoreAllMocks();
});
