import { tellTenantsApart } from '#testing/calls/tenants.ts';

await tellTenantsApart(0);
