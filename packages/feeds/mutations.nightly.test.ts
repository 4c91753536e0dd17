import { mutationsAreHarmless, mutationsAreSurvived } from '#feeds/testing/mutations.ts';

mutationsAreHarmless(8000);
mutationsAreSurvived(2000);
