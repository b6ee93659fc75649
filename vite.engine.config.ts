import { defineConfig } from 'vite';

/** The engine alone as one ES module, dist/engine.js, for Node and for other pages. */
export default defineConfig({
  build: {
    target: 'es2022',
    lib: { entry: 'src/engine/index.ts', formats: ['es'], fileName: () => 'engine.js' },
    // It is laid beside the page that `vite build` has put there.
    emptyOutDir: false,
    copyPublicDir: false,
  },
});
