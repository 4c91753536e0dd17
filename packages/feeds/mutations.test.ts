import { mutationsAreHarmless, mutationsAreSurvived } from '#feeds/testing/mutations.ts';

mutationsAreHarmless(120);
mutationsAreSurvived(40);
