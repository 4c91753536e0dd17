import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** The files of a worker share one page, so every test takes away what it has drawn. */
afterEach(cleanup);
