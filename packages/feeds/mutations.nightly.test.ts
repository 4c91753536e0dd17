import { mutationsAreHarmless } from './testing/mutations.ts';

mutationsAreHarmless(8000);
