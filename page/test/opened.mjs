// What the tests of the page share: reports that the tool has just written, opened in Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** \param cwd  where the tool runs: its reports name files as they are called there */
export async function browserWith(tool, executablePath, cwd = process.cwd()) {
  const folder = mkdtempSync(join(tmpdir(), 'warpglass_page_'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  /** What the pages said on the console, and whom they asked on the network: nothing and nobody. */
  const said = [];

  /** \return the path of the page */
  function report(name, words, ending = 0) {
    const file = join(folder, `${name}.html`);
    let code = 0;
    try {
      execFileSync(tool, [words[0], '-q', '--html', file, ...words.slice(1)], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    } catch (error) {
      code = error.status;
    }
    assert.equal(code, ending, `${words.join(' ')} ended with ${code}`);
    return file;
  }

  async function open(file, hash = '', options = {}) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    page.on('console', (message) => said.push(`${file}${hash}: ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(`${file}${hash}: ${error.message}`));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) said.push(`${file}${hash}: asks the network for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href + hash);
    await page.waitForSelector('.view');
    return page;
  }

  async function close() {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return { folder, browser, said, report, open, close };
}
