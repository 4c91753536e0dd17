import { expect, test } from 'vitest';
import { isSecretName, isTokenLike } from './secrets-of-address.ts';

test.each([
  'token',
  'TOKEN',
  'accessToken',
  'access_token',
  'api-key',
  'apikey',
  'feedKey',
  'hash',
  'X-Amz-Security-Token',
  'heslo',
  'sig',
  'PHPSESSID',
])('%s is the name of a secret', (name) => expect(isSecretName(name)).toBe(true));

test.each([
  '',
  'lang',
  'currency',
  'format',
  'patternId',
  'partnerId',
  'monkey',
  'design',
  'passenger',
  'author',
  'id',
  'keyboard',
])('%s is not', (name) => expect(isSecretName(name)).toBe(false));

test.each([
  '9f86d081884c7d659a2feaa0c55ad015',
  '6f1ed002-ab56-4f2b-9d3a-1c2b3a4d5e6f',
  'hTq8ZrV2mKx1LwPn4BsY',
  'k3j9x0qw7v5m2z8t4b1n',
  'a-Zt3_8Kq-L0x_Yb7-Rf2M',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.dBjftJeZ4CVPmB92K27uhbUJU1p1r',
  'c2VjcmV0IG9mIHRoZSBzaG9w/Zm9y+ZmVlZHM=',
])('%s was drawn by lot', (value) => expect(isTokenLike(value)).toBe(true));

test.each([
  '',
  'cs',
  '1,2,3',
  '20240131235959000000',
  '2024-01-31T23:59:59Z',
  'google_shopping_feed_cz_2024.xml',
  'productsExportGoogleShopping2024',
  'PRODUCTS_WITH_VARIANTS',
  'nejprodavanejsi-produkty',
  'id,title,description,price,availability,image_link,brand,gtin',
  'https://www.shop.example/export/products/google-2024.xml',
  'size42red',
])('%s was not', (value) => expect(isTokenLike(value)).toBe(false));
