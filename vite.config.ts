import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { answersAhead } from './scripts/build/ahead.mjs';
import { embedPage } from './scripts/build/embed.mjs';
import { engineFile, engineFromFile } from './scripts/build/engine.mjs';
import { fontsAsShown } from './scripts/build/fonts.mjs';
import { iconsAsShown } from './scripts/build/icons.mjs';
import { monacoAsUsed } from './scripts/build/monaco.mjs';
import { SHELL } from './scripts/build/shell.mjs';
import { LongestFirst } from './scripts/longestFirst.mjs';

/**
 * The page's Content-Security-Policy stands in index.html, where a reader looks for it. The development server
 * needs an inline script for hot reloading, so there, and only there, the policy is taken out.
 */
const noPolicyInDevelopment: Plugin = {
  name: 'no-policy-in-development',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { server }) =>
      server ? html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '') : html,
  },
};

const offline = VitePWA({
  // A new version waits, so that open pages keep the files that they may still load; see src/app/update.ts.
  registerType: 'prompt',
  // The page does so itself, when its first answers stand: what is kept for later is all of the site.
  injectRegister: false,
  manifest: {
    name: 'Backsweep',
    short_name: 'Backsweep',
    description: 'A playground for adjoint code.',
    display: 'standalone',
    start_url: './',
    scope: './',
    background_color: '#fbfbfa',
    theme_color: '#0b6bb0',
    icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  },
  workbox: {
    // The first visit is at once one that goes on without a network.
    clientsClaim: true,
    globPatterns: ['**/*.{js,css,html,svg,ttf,woff2,wasm,json,c,f,f90,md,lua,sty}'],
    // The engine's hash stands behind its name.
    ignoreURLParametersMatching: [/^v$/],
    // Monaco's chunk is larger than the default limit.
    maximumFileSizeToCacheInBytes: 8e6,
  },
});

export default defineConfig({
  // Relative, so that the built page works from any folder of any static host.
  base: './',
  plugins: [
    react(),
    noPolicyInDevelopment,
    process.env.VITEST
      ? []
      : [answersAhead(), engineFile(), monacoAsUsed(), iconsAsShown(), fontsAsShown(), embedPage(), offline],
  ],
  // The default format of a worker, iife, fails on top-level await.
  worker: { format: 'es', plugins: () => [engineFromFile()] },
  build: {
    target: 'es2022',
    // Where a browser knows no such hint, the modules come a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: ['index.html', 'live.html'],
      output: {
        codeSplitting: { groups: SHELL },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/engine/testing/strictSets.ts'],
    // These only end what hangs: shared machines can be many times slower than one's own, and the deep tier draws for hours.
    testTimeout: process.env.BACKSWEEP_DEEP ? 12 * 3_600_000 : 600_000,
    hookTimeout: 600_000,
    // No test leaves anything behind in its modules, and what one has loaded and warmed up serves the next.
    isolate: false,
    // Tests run much code a few times: what V8 spends on optimising it is not earned back, but where many programs are drawn.
    // What it has compiled and forgets, as not used for a while, the next file compiles again.
    execArgv:
      process.env.BACKSWEEP_DEEP || process.argv.includes('bench')
        ? []
        : ['--interrupt-budget=1000000', '--no-flush-bytecode'],
    sequence: { sequencer: LongestFirst },
    // By default one core is left free, of two.
    maxWorkers: '100%',
    benchmark: { include: ['src/**/*.bench.ts'] },
    coverage: {
      provider: 'v8',
      include: ['src/engine/**/*.ts'],
      // Helpers of the tests are test code.
      exclude: ['src/**/*.{test,bench}.ts', 'src/engine/testing/**'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
      // Of the fast tier, measured: 90.6 per cent. Programs that the deep tier draws take more.
      thresholds: { branches: 90 },
    },
  },
});
