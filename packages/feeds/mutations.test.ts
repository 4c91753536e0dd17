import { mutationsAreHarmless, mutationsAreSurvived } from '#feeds/testing/mutations.ts';

mutationsAreHarmless(30);
mutationsAreSurvived(10);
