import { directCallsAreAlike } from '#testing/calls/direct-calls.ts';

directCallsAreAlike(400);
