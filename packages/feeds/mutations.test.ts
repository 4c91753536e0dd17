import { mutationsAreHarmless, mutationsAreSurvived } from '#feeds/testing/mutations.ts';

mutationsAreHarmless(300);
mutationsAreSurvived(100);
