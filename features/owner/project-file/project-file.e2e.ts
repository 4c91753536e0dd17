import { readFileSync } from 'node:fs';
import { expect, test } from '#e2e/fixtures.ts';
import { expectAccessible } from '#e2e/accessibility.ts';

test('a project is exported, and a changed file is looked at before it is applied', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/empty.json', '[]'));
  await page.goto('/owner/project');
  await page.getByRole('link', { name: 'Project as a file' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export project (YAML)' }).click();
  const download = await downloading;
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('synonyms: []');

  const choose = (changed: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/yaml', buffer: Buffer.from(changed) });
  await choose(text);
  await expect(page.getByText('The project is as the file says.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to apply' })).toBeDisabled();

  await choose('');
  await expect(page.getByRole('alert')).toContainText('Line 1: Names with values have to stand here.');
  await choose(text.replace('synonyms: []', 'synonims: []'));
  await expect(page.getByRole('alert')).toContainText(/Line \d+, rules\.synonims: .*Did you mean “synonyms”\?/);

  const renamed = text.replace(/name: .*/, 'name: Renamed by its file');
  await choose(renamed.replace('synonyms: []', 'synonyms:\n    - term: sofa\n      synonyms: [couch]'));
  await expect(page.getByText('sofa', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Applied\. Release \d+ is live\./)).toBeVisible();
  await expect(page.getByText('The project is as the file says.')).toBeVisible();
  await expect(page.getByLabel('Project: Renamed by its file')).toBeVisible();
  await page.goto('/search-settings/synonyms');
  await expect(page.getByRole('link', { name: 'sofa', exact: true })).toBeVisible();
});
