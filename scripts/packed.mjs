// Files as static hosts send them.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Fonts in woff2 are compressed already. @param {string} file @param {'gzip' | 'brotli'} by */
export function packed(file, by) {
  const bytes = readFileSync(file);
  if (file.endsWith('.woff2')) return bytes;
  return by === 'gzip' ? gzipSync(bytes, { level: 9 }) : brotliCompressSync(bytes);
}
