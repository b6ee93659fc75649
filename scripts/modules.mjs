// Loads modules of src/ in this process, through Vite, so that scripts can call the engine's own test code.
import { createServer } from 'vite';
import { root } from './processes.mjs';

/**
 * `change` may rewrite a file's text on its way in; `load` takes a path below the project, `forget` drops what was loaded.
 * @param {(path: string, text: string) => string} [change]
 */
export async function openModules(change) {
  const server = await createServer({
    configFile: false,
    root,
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'change-on-the-way-in',
        enforce: 'pre',
        transform: (text, id) => (change ? change(id.slice(root.length + 1), text) : null),
      },
    ],
  });
  return {
    /** @param {string} path */
    load: (path) => server.ssrLoadModule(`/${path}`),
    forget: () => {
      const graph = server.environments.ssr.moduleGraph;
      for (const each of graph.idToModuleMap.values()) graph.invalidateModule(each);
    },
    close: () => server.close(),
  };
}
