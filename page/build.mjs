// Builds the page: one HTML file with script and style inside, and a placeholder where the tool puts a run's data. The
// file carries the hash of what it was built from, so that a checkout without Node can tell whether it is up to date
// (tests/page/built_page.cmake works out the same hash).
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]);
}

/** SHA-256 over "path hash\n" of each file, sorted by path. */
function hashOfSources() {
  const files = [...filesUnder(join(root, 'src')), join(root, 'build.mjs'), join(root, 'package.json'),
    join(root, 'package-lock.json')];
  const rows = files
    .map((file) => [relative(root, file).replaceAll('\\', '/'),
      createHash('sha256').update(readFileSync(file)).digest('hex')])
    .sort(([x], [y]) => (x < y ? -1 : 1));
  return createHash('sha256').update(rows.map(([path, hash]) => `${path} ${hash}\n`).join('')).digest('hex');
}

async function bundle(entry) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.trim();
}

const script = (await bundle('src/main.tsx')).replaceAll('</script', '<\\/script');
const style = await bundle('src/style.css');
const page = readFileSync(join(root, 'src/template.html'), 'utf8')
  .replace('@@SOURCES@@', () => hashOfSources())
  .replace('@@STYLE@@', () => style)
  .replace('@@SCRIPT@@', () => script);
const output = process.argv[2] ?? join(root, 'built/page.html');
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
console.log(`${output}: ${page.length} characters`);
