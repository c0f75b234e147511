// Makes the pictures of docs/page.md: `npm run screenshots` in page/, with the tool built in build/release. Wants Chromium;
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
const file = join(folder, 'transpose.html');
execFileSync(tool, ['run', '-q', '--caches', '--html', file, 'examples/transpose.cu'], { cwd: root, stdio: 'inherit' });
mkdirSync(join(root, 'docs/pictures'), { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
async function picture(name, hash, { dark = false, prepare = async () => {}, width = 1280, height = 760 } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(pathToFileURL(file).href + hash);
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
await browser.close();
rmSync(folder, { recursive: true });
