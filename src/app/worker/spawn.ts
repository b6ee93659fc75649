import layoutUrl from './layout.server.ts?worker&url';
import engineUrl from './server.ts?worker&url';

/**
 * A worker started by URL would live under the headers of its own file, which a static host does not send. One that starts
 * from a blob inherits the page's Content-Security-Policy, so all of ours do, and import their code from there.
 */
export function spawnFrom(url: string, name: string): Worker {
  const absolute = new URL(url, document.baseURI).href;
  const blob = new Blob([`import ${JSON.stringify(absolute)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(blob);
  const worker = new Worker(address, { type: 'module', name });
  // The address is needed only until the worker has read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return worker;
}

export const spawnEngine = (name: string) => () => spawnFrom(engineUrl, name);
export const spawnLayout = () => spawnFrom(layoutUrl, 'layout');
