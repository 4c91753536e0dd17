import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** The tests of a file share a page, so each leaves it empty. */
afterEach(cleanup);
