import { mutationsAreHarmless } from './testing/mutations.ts';

mutationsAreHarmless(300);
