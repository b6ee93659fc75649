// The built page as a good static host sends it: packed by Brotli, as small as it gets. Counts what it sends.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { packed } from '../packed.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * @param {string} folder
 * @returns {Promise<{ url: string, sent: () => number, close: () => void }>} `sent` says how many kilobytes were asked for since it was
 * asked last.
 */
export async function serve(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [`/${relative('.', path).split(sep).join('/')}`, fileOf(join(folder, path))]),
  );
  let bytes = 0;
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://host').pathname;
    const file = files.get(path === '/' ? '/index.html' : path);
    if (file === undefined) return void response.writeHead(404).end();
    bytes += file.body.length;
    response.writeHead(200, file.headers).end(file.body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    sent() {
      const found = bytes / 1000;
      bytes = 0;
      return found;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} path */
function fileOf(path) {
  const ending = extname(path);
  const type = TYPES[/** @type {keyof typeof TYPES} */ (ending)] ?? 'text/plain';
  const plain = ending === '.woff2';
  return {
    body: plain ? readFileSync(path) : packed(path, 'brotli'),
    headers: { 'content-type': type, ...(plain ? {} : { 'content-encoding': 'br' }) },
  };
}
