// Loads modules of src/ in this process, through Vite, so that scripts can call the engine's own test code.
import { createServer } from 'vite';
import { root } from './processes.mjs';

/** `load` takes a path below the project. */
export async function openModules() {
  const server = await createServer({
    configFile: false,
    root,
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  return {
    /** @param {string} path */
    load: (path) => server.ssrLoadModule(`/${path}`),
    close: () => server.close(),
  };
}
