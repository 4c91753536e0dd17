import { mutationsAreHarmless, mutationsAreSurvived } from './testing/mutations.ts';

mutationsAreHarmless(300);
mutationsAreSurvived(100);
