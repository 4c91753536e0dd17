import { mutationsAreHarmless, mutationsAreSurvived } from './testing/mutations.ts';

mutationsAreHarmless(8000);
mutationsAreSurvived(2000);
