// One worker of `npm run mutants`: gets faults, builds the oracles with each in memory, and answers with what noticed it, or null.
import { build } from 'vite';
import { root } from './processes.mjs';

process.on('message', async (/** @type {import('./mutants.mjs').PlacedFault} */ fault) => {
  /** @type {string | null} */
  let noticed;
  try {
    const { notice } = await import(await built(fault));
    noticed = notice();
  } catch (error) {
    noticed = `it throws: ${error instanceof Error ? error.message : error}`;
  }
  process.send?.(noticed);
});

/**
 * The suite and all it needs as one module, in the form of an address.
 * @param {import('./mutants.mjs').PlacedFault} fault
 */
async function built({ file, at, length, replace }) {
  const outcome = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: 'src/engine/testing/mutants/suite.ts', write: false, minify: false, target: 'esnext' },
    plugins: [
      {
        name: 'one-fault',
        enforce: 'pre',
        transform: (text, id) =>
          id === `${root}/${file}` ? text.slice(0, at) + replace + text.slice(at + length) : null,
      },
    ],
  });
  const code = 'output' in outcome ? outcome.output[0].code : '';
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
}
