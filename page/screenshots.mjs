// Makes the pictures of docs/page.md and docs/teaching/advice.md: `npm run screenshots` in page/, with the tool built in build/release. Wants Chromium;
// CHROMIUM and WARPGLASS say where else the two are.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tool = process.env.WARPGLASS ?? join(root, 'build/release/bin/warpglass');
const folder = mkdtempSync(join(tmpdir(), 'warpglass_pictures_'));
function report(name, ...words) {
  const file = join(folder, `${name}.html`);
  execFileSync(tool, ['run', '-q', ...words, '--html', file, `examples/${name}.cu`], { cwd: root, stdio: 'inherit' });
  return file;
}
const file = report('transpose', '--caches');
mkdirSync(join(root, 'docs/pictures'), { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
async function picture(name, hash, { of = file, dark = false, prepare = async () => {}, width = 1280, height = 760 } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(pathToFileURL(of).href + hash);
  await page.waitForSelector('.view');
  await prepare(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(root, 'docs/pictures', name) });
  await page.close();
}
await picture('page_source.png', '', { width: 1440, height: 860 });
await picture('page_access.png', '#access', {
  dark: true,
  height: 850,
  prepare: async (page) => {
    await page.focus('.walk');
    for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
  },
});
const choose = (text) => async (page) => page.locator('#accesses .virtual-row', { hasText: text }).first().click();
await picture('advice_structures.png', '#access', { of: report('structures'), prepare: choose(':43'), height: 640 });
await picture('advice_matrices.png', '#access', { of: report('layouts'), prepare: choose(':56'), height: 850 });
await browser.close();
rmSync(folder, { recursive: true });
