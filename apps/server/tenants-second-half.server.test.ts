import { tellTenantsApart } from '#server/testing/tenants.ts';

await tellTenantsApart(1);
