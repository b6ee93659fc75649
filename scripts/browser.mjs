// Finds a Chromium for the browser tests, or gets one. The Playwright configuration asks it too.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDebianPackages, isExecutable, onPath, root, run, runPackage, starts } from './processes.mjs';

/** First the one without a window: it draws the same pages with a third less work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
];

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : [];
  }),
];

/** Holds the browser that came out of a registry package; kept between runs, never committed. */
const cache = join(root, '.cache', 'browser');
const unpacked = join(cache, 'chromium');

/**
 * The browser to test with, if one is there: the one that BACKSWEEP_BROWSER names, an installed one, Playwright's own,
 * or one that an earlier run unpacked. Does not install anything.
 * @returns {string | undefined}
 */
export function findBrowser() {
  if (process.env.BACKSWEEP_BROWSER) return process.env.BACKSWEEP_BROWSER;
  const candidates = [...names.map(onPath), ...places, downloadedByPlaywright(), unpacked];
  return candidates.find((path) => path !== undefined && isExecutable(path) && statSync(path).isFile());
}

/**
 * Finds a browser or installs one, by the first of these ways that ends with a browser that starts.
 * @returns {Promise<string | undefined>}
 */
export async function ensureBrowser() {
  const ways = [
    async () => {},
    async () => {
      for (const name of ['chromium-headless-shell', 'chromium'])
        if (await installDebianPackages([name])) {
          console.log(`Installed the system package ${name}.`);
          return;
        }
    },
    async () => {
      console.log('No Chromium or Chrome found: trying the download that Playwright offers …');
      const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
      await runPackage('@playwright/test/cli.js', ['install', 'chromium'], { env, minutes: 4 });
    },
    unpackFromRegistry,
  ];
  for (const way of ways) {
    await way();
    const path = findBrowser();
    if (path && starts(path)) return path;
  }
  return undefined;
}

export const browserAdvice =
  'No browser for the tests: install Chromium or Google Chrome, or name one in BACKSWEEP_BROWSER.';

/**
 * Flags for a quiet browser on a closed network. Chromium refuses its sandbox to root.
 * @returns {string[]}
 */
export function browserFlags() {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--disable-gpu',
    `--disable-features=${OFF.join(',')}`,
  ];
}

/**
 * What Chromium is not to do. The first draw lists under an address bar that nobody sees, in a process of their own for every page,
 * which takes a quarter of the time of a load. Of several lists Chromium heeds the last, so Playwright's own has to be repeated.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** @returns {string | undefined} */
function downloadedByPlaywright() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** A Chromium that travels inside a registry package. It needs the libraries nss, nspr and expat from the system. */
async function unpackFromRegistry() {
  console.log('Trying the Chromium that a registry package carries …');
  const install = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    cache,
    '@sparticuz/chromium@147.0.0',
  ];
  if ((await run('npm', install)) !== 0) return;
  const entry = createRequire(join(cache, 'index.js')).resolve('@sparticuz/chromium');
  const { default: chromium } = await import(pathToFileURL(entry).href);
  // It unpacks itself into the folder for temporary files.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = cache;
  await chromium.executablePath();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  if (!existsSync(unpacked))
    console.error(`Expected a browser in ${cache}, found ${readdirSync(cache).join(', ')}.`);
}
